import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'

/** What each way to decide is given. */
export interface DecisionProps {
  /** Which version is looked at. */
  seen: { id: string; updateTime: string }
  inspection: Inspection
  onClose: () => void
  onDone: (outcome: string) => void
  /** It is no longer what was looked at. */
  onStale: () => void
}

/** Sends a decision, and keeps what the server says against it. */
export function useDeciding({ onDone, onStale }: Pick<DecisionProps, 'onDone' | 'onStale'>) {
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const decide = async (send: () => Promise<unknown>, outcome: string) => {
    if (isBusy) return
    setIsBusy(true)
    setErrors({})
    try {
      await send()
      onDone(outcome)
    } catch (error) {
      const fields = error instanceof Failure ? (error.data?.fields ?? {}) : {}
      setErrors(
        Object.fromEntries(
          Object.entries(fields).map(([path, said]) => [path.replace(/^book\./, '').split('.')[0], said]),
        ),
      )
      setMessage(error instanceof Failure ? error.message : '没有做成，请再试一次')
      if (error instanceof Failure && error.message.includes('刚刚改过')) onStale()
      setIsBusy(false)
    }
  }
  return { isBusy, message, errors, decide }
}
