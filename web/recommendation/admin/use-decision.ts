import { Failure } from '#shared/api/failure.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { useForm } from '#web/ui/use-form.ts'

/** The props of every form that decides on a recommendation. */
export interface DecisionProps {
  /** The version that the editor has before them. */
  seen: { id: string; updateTime: string }
  inspection: Inspection
  onClose: () => void
  /** Called with a sentence about what was done. */
  onDone: (outcome: string) => void
  /** Called where the recommendation has changed since the editor opened it. */
  onStale: () => void
}

/** Sends a decision. `decide` returns the sentence about what was done, or undefined where it sent nothing. */
export function useDecision(
  { onDone, onStale }: Pick<DecisionProps, 'onDone' | 'onStale'>,
  decide: () => Promise<string | undefined>,
) {
  const send = async () => {
    try {
      const outcome = await decide()
      if (outcome !== undefined) onDone(outcome)
    } catch (error) {
      if (error instanceof Failure && error.data?.fields?.['updateTime'] !== undefined) onStale()
      throw error
    }
  }
  return useForm(send, { within: 'book', hasSummary: true })
}
