import { v7 as newId } from 'uuid'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'
import { Failure } from '#shared/api/failure.ts'
import { putBytes } from '#web/frame/session/http-transport.ts'

interface SentFile {
  id: string
  name: string
  parts: number
}

/** Uploads a file to the library in parts. Calls `onProgress` with the uploaded fraction, from 0 to 1. */
export async function sendFile(file: File, onProgress: (fraction: number) => void): Promise<SentFile> {
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

/** Delays in milliseconds before each retry of an upload. */
const retryDelaysMs = [1000, 3000, 10_000, 30_000]

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
