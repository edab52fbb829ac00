import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { sendFile } from './send-file.ts'

interface SendState {
  fraction: number
  /** Reason why the upload of the file failed. */
  message?: string
}

/**
 * React hook that uploads a text file to the library and starts its check on the server. `onSent` is called once the
 * user may close the page without losing the import. Files are uploaded one after another, so that each gets the whole
 * bandwidth of a slow connection.
 */
export function useSentFile(file: File, onSent: () => void): SendState {
  const [state, setState] = useState<SendState>({ fraction: 0 })
  const end = useEffectEvent(onSent)
  useEffect(() => {
    let isUnmounted = false
    const show = (next: SendState) => isUnmounted || setState(next)
    const work = async () => {
      if (isUnmounted) return
      try {
        const sent = await sendFile(file, (fraction) => show({ fraction }))
        if (isUnmounted) return
        await api.library.judge({ ...sent })
        if (!isUnmounted) end()
      } catch (error) {
        const { errors, message } = describeFailure(error)
        show({ fraction: 0, message: message || Object.values(errors).join('；') })
      }
    }
    line = line.then(work)
    return () => {
      isUnmounted = true
    }
  }, [file])
  return state
}

let line: Promise<unknown> = Promise.resolve()
