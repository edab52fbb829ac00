import { Failure } from '#shared/api/failure.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { useForm } from '#web/ui/use-form.ts'

/** Props of every form with which an editor decides about a recommendation. */
export interface DecisionProps {
  /** The version of the recommendation that the editor sees. */
  seen: { id: string; updateTime: string }
  inspection: Inspection
  onClose: () => void
  /** Callback that receives one sentence about the outcome of the editor's decision. */
  onDone: (outcome: string) => void
  /** Callback for the case that the recommendation has changed since the editor opened it. */
  onStale: () => void
}

/**
 * Sends an editor's decision. `decide` calls the API and resolves with one sentence about the outcome, or with
 * undefined if it sent nothing.
 */
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
