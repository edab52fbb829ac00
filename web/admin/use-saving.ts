import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import { describe } from '#web/ui/use-submit.ts'

/** Sends what an editor wrote, and keeps what the server says against it. Where somebody else was first, `onStale` has more to say. */
export function useSaving(onStale?: () => Promise<string>) {
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = async (send: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    setErrors({})
    setMessage('')
    try {
      await send()
    } catch (error) {
      const said = describe(error)
      setErrors(byField(said.errors))
      setMessage(error instanceof Failure ? error.message : '没有做成，请再试一次')
      if (error instanceof Failure && error.data?.fields?.['version'] !== undefined) {
        const more = await onStale?.().catch(() => undefined)
        if (more !== undefined) setMessage(more)
      }
    }
    setIsBusy(false)
  }
  return { isBusy, message, errors, save, setMessage }
}

/** By the path within what was sent, and by the field at its beginning. */
function byField(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, word]) => {
      const inside = path.replace(/^(book|tour)\./, '')
      return [
        [inside, word],
        [inside.split('.')[0], word],
      ]
    }),
  )
}
