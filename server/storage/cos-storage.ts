import { DomUtils, parseDocument } from 'htmlparser2'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type CosSettings, requestCos } from './cos-request.ts'
import { contentTypeOf, requireKey, type Storage, type StoredEntry } from './storage.ts'
import { getFederationToken } from './sts-credential.ts'
import { uploadPolicy } from './upload-policy.ts'

const { getElementsByTagName, textContent } = DomUtils

/** Creates an object store in a bucket of Tencent COS, which is called through its XML API. */
export function createCosStorage(settings: CosSettings): Storage {
  const { bucket, region, endpoint } = settings
  const put = async (key: string, body: BodyInit) => {
    const headers = { 'content-type': contentTypeOf(key), 'cache-control': 'public, max-age=31536000, immutable' }
    const response = await requestCos(settings, 'PUT', requireKey(key), { headers, body })
    await response.body?.cancel()
  }

  return {
    target: { bucket, region, endpoint, isHostSigned: true },
    put: (key, bytes) => put(key, new Uint8Array(bytes)),
    putFile: async (key, path) => put(key, await openAsBlob(path)),

    async get(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await requestCos(settings, 'GET', requireKey(key), { headers, accepted: [404] })
      if (response.status === 404 || response.body === null) return void (await response.body?.cancel())
      const [, whole] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
      return {
        size: Number(whole ?? response.headers.get('content-length')),
        type: contentTypeOf(key),
        etag: response.headers.get('etag') ?? '""',
        body: Readable.fromWeb(response.body as ReadableStream),
      }
    },

    async delete(...keys) {
      for (const key of keys) {
        const response = await requestCos(settings, 'DELETE', requireKey(key), { accepted: [404] })
        await response.body?.cancel()
      }
    },

    // COS copies the object without sending it through this server. If the process is killed before the old object is
    // deleted, the object exists twice and is moved again later.
    async move(from, to) {
      const source = `${bucket}.cos.${region}.myqcloud.com/${requireKey(from)}`
      const headers = { 'x-cos-copy-source': source }
      const response = await requestCos(settings, 'PUT', requireKey(to), { headers, accepted: [404] })
      const answer = await response.text()
      if (response.status === 404) return
      // If a copy fails halfway, COS answers with a success status and reports the error in the body.
      if (getElementsByTagName('Error', parseDocument(answer, { xmlMode: true })).length > 0)
        throw new Error(`COS did not copy ${from}: ${answer.slice(0, 500)}`)
      await this.delete(from)
    },

    list: (prefix) => listBucket(settings, prefix),

    // There are no unfinished files to delete: an interrupted upload leaves nothing in a COS bucket.
    sweep: async () => undefined,

    grantUpload: (scope) => getFederationToken(settings, uploadPolicy(settings, scope), scope.seconds),
  }
}

/** Lists the objects whose keys begin with a prefix, page by page. */
async function* listBucket(settings: CosSettings, prefix: string): AsyncGenerator<StoredEntry> {
  for (let marker: string | undefined = ''; marker !== undefined;) {
    const response = await requestCos(settings, 'GET', '', { query: { prefix, marker, 'max-keys': '1000' } })
    const page = parsePage(await response.text())
    yield* page.entries
    marker = page.nextMarker
  }
}

/**
 * Reads the keys and modification times from one page of an object list (`ListBucketResult`). The marker of the next
 * page is undefined on the last page.
 */
function parsePage(xml: string): { entries: StoredEntry[]; nextMarker: string | undefined } {
  const page = parseDocument(xml, { xmlMode: true })
  const entries = getElementsByTagName('Contents', page).map((object) => ({
    key: textOf(object, 'Key'),
    writtenAt: new Date(textOf(object, 'LastModified')),
  }))
  const isLast = textOf(page, 'IsTruncated') !== 'true'
  return { entries, nextMarker: isLast ? undefined : textOf(page, 'NextMarker') || entries.at(-1)?.key }
}

/** Returns the text of the first XML element with this name inside a node. */
function textOf(node: Parameters<typeof getElementsByTagName>[1], name: string): string {
  return textContent(getElementsByTagName(name, node, true, 1))
}
