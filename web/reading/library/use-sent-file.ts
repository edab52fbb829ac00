import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { v7 as newId } from 'uuid'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'
import { Failure } from '#shared/api/failure.ts'
import { putBytes } from '#web/frame/session/http-transport.ts'

interface SentFile {
  id: string
  name: string
  parts: number
}

/** Delays in milliseconds before each retry of an upload. */
const retryDelaysMs = [1000, 3000, 10_000, 30_000]

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

/** Uploads a file to the library in parts. Calls `onProgress` with the uploaded fraction, from 0 to 1. */
async function sendFile(file: File, onProgress: (fraction: number) => void): Promise<SentFile> {
  if (file.size > maxImportBytes) throw new Failure('tooLarge', '文件超过 50 MB，太大了')
  if (file.size === 0) throw new Failure('invalid', '文件是空的')
  const id = newId()
  const parts = Math.ceil(file.size / importPartBytes)
  for (let part = 0; part < parts; part++) {
    await putPart(`/library/import/${id}/${part}`, file.slice(part * importPartBytes, (part + 1) * importPartBytes))
    onProgress((part + 1) / parts)
  }
  return { id, name: file.name, parts }
}

/** Uploads one part of a file and retries if the server is unreachable. Uploading a part twice is harmless. */
async function putPart(path: string, bytes: Blob) {
  for (const delay of retryDelaysMs) {
    try {
      return await putBytes(path, bytes)
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'unavailable') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
  return putBytes(path, bytes)
}
