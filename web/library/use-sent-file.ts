import { useEffect, useState } from 'react'
import type { ImportVerdict } from '#shared/api/library.ts'
import { api } from '../session/session.ts'
import { describe } from '../ui/use-submit.ts'
import { sendFile, type SentFile } from './send-file.ts'

export interface SendState {
  fraction: number
  sent?: SentFile
  verdict?: ImportVerdict
  /** Why it came to nothing. */
  message?: string
}

/** Sends a file and asks what would become of it. Files wait for each other: a slow line is not shared among many. */
export function useSentFile(file: File): SendState {
  const [state, setState] = useState<SendState>({ fraction: 0 })
  useEffect(() => {
    let isGone = false
    const tell = (change: Partial<SendState>) => isGone || setState((before) => ({ ...before, ...change }))
    const work = async () => {
      if (isGone) return
      try {
        const sent = await sendFile(file, (fraction) => tell({ fraction }))
        tell({ sent })
        tell({ verdict: await api.library.examine({ ...sent }) })
      } catch (error) {
        const { errors, message } = describe(error)
        tell({ message: message || Object.values(errors).join('；') })
      }
    }
    line = line.then(work)
    return () => {
      isGone = true
    }
  }, [file])
  return state
}

let line: Promise<unknown> = Promise.resolve()
