import { randomUUID } from 'node:crypto'
import type { Api } from '#shared/contract/client.ts'
import { Failure } from '#shared/api/failure.ts'
import type { ImportEntry, ImportVerdict, StoredImport } from '#shared/api/book/library-admin.ts'
import { importPartBytes } from '#shared/import-size.ts'
import type { TestSite } from './test-site.ts'

interface SentFile {
  id: string
  name: string
  parts: number
}

type Decision = { id: string } & Partial<SentFile> & Omit<Parameters<Api['library']['store']>[0], 'id'>

/**
 * Returns functions with which an editor sends files to the import page and waits for the results of the import jobs.
 * The site must run jobs.
 */
export function openImportAdmin({ url, jobEnded }: TestSite, { token, api }: { token: string; api: Api }) {
  const find = async (id: string): Promise<ImportEntry | undefined> =>
    (await api.library.imports()).list.find((one) => one.id === id)
  const wait = async (jobId: string) => {
    const { state, message } = await jobEnded(jobId)
    if (state === 'failed') throw new Failure('invalid', message)
  }

  return {
    find,

    /** Uploads a file to the library in parts, as the import page does. */
    async send(name: string, bytes: Buffer): Promise<SentFile> {
      const id = randomUUID()
      const parts = Math.ceil(bytes.length / importPartBytes)
      for (let part = 0; part < parts; part++) {
        const body = new Uint8Array(bytes.subarray(part * importPartBytes, (part + 1) * importPartBytes))
        const answer = await putImportPart(url, token, `${id}/${part}`, body)
        if (answer.status !== 200) throw new Error(`part ${part}: ${answer.status} ${await answer.text()}`)
      }
      return { id, name, parts }
    },

    async judge(sent: SentFile): Promise<ImportVerdict> {
      await wait((await api.library.judge(sent)).jobId)
      const verdict = (await find(sent.id))?.verdict
      if (!verdict) throw new Error('a judged file has no verdict')
      return verdict
    },

    /**
     * Imports a file into the library; a file that the import job has not inspected yet is uploaded and inspected
     * first.
     */
    async store({ name, parts, ...decision }: Decision): Promise<StoredImport> {
      if (name !== undefined && parts !== undefined && (await find(decision.id)) === undefined)
        await this.judge({ id: decision.id, name, parts })
      await wait((await api.library.store(decision)).jobId)
      const stored = (await find(decision.id))?.stored
      if (!stored) throw new Error('The stored file is not marked as stored.')
      return stored
    },
  }
}

export function putImportPart(url: string, token: string, path: string, body: Uint8Array<ArrayBuffer>) {
  return fetch(`${url}/api/v1/library/import/${path}`, {
    method: 'PUT',
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    body,
  })
}
