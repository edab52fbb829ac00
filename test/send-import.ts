import { randomUUID } from 'node:crypto'
import { importPartBytes } from '#shared/import-size.ts'

/** Sends a file as the import page does, part by part, and returns what the calls about it need. */
export async function sendImport(url: string, token: string, name: string, bytes: Buffer) {
  const id = randomUUID()
  const parts = Math.ceil(bytes.length / importPartBytes)
  for (let part = 0; part < parts; part++) {
    const body = new Uint8Array(bytes.subarray(part * importPartBytes, (part + 1) * importPartBytes))
    const answer = await putImportPart(url, token, `${id}/${part}`, body)
    if (answer.status !== 200)
      throw new Error(`part ${part} was answered with ${answer.status}: ${await answer.text()}`)
  }
  return { id, name, parts }
}

export function putImportPart(url: string, token: string, path: string, body: Uint8Array<ArrayBuffer>) {
  return fetch(`${url}/api/v1/library/import/${path}`, {
    method: 'PUT',
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    body,
  })
}
