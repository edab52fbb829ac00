import { DomUtils, parseDocument } from 'htmlparser2'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { signRequest } from './cos-signature.ts'
import { contentTypeOf, requireKey, type Storage, type StoredEntry } from './storage.ts'
import { getFederationToken } from './sts-credential.ts'
import { uploadPolicy } from './upload-policy.ts'

const { getElementsByTagName, textContent } = DomUtils

export interface CosSettings {
  secretId: string
  secretKey: string
  bucket: string
  region: string
  /**
   * The address of the bucket for the server and for browsers, without a slash at its end, like the other addresses.
   */
  endpoint: string
  /** The address of the service that issues temporary credentials. */
  stsEndpoint: string
}

/** Milliseconds until the first byte of an answer must arrive. */
const answerTimeoutMs = 15_000
const signatureSeconds = 600

/** Creates a storage in a bucket of Tencent COS, which is called by its XML API. */
export function createCosStorage(settings: CosSettings): Storage {
  const { bucket, region, endpoint } = settings
  const call = (method: string, key: string, parts?: CallParts) => callCos(settings, method, key, parts)
  const put = async (key: string, body: BodyInit) => {
    const headers = { 'content-type': contentTypeOf(key), 'cache-control': 'public, max-age=31536000, immutable' }
    await (await requireSuccess(await call('PUT', requireKey(key), { headers, body }))).body?.cancel()
  }

  return {
    target: { bucket, region, endpoint, isHostSigned: true },
    put: (key, bytes) => put(key, new Uint8Array(bytes)),
    putFile: async (key, path) => put(key, await openAsBlob(path)),

    async get(key, range) {
      const headers: Fields = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await requireSuccess(await call('GET', requireKey(key), { headers }), 404)
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
      for (const key of keys) await (await requireSuccess(await call('DELETE', requireKey(key)), 404)).body?.cancel()
    },

    // The bucket copies by itself. When the process is killed before the deletion, the object exists twice and is moved
    // again.
    async move(from, to) {
      const source = `${bucket}.cos.${region}.myqcloud.com/${requireKey(from)}`
      const response = await call('PUT', requireKey(to), { headers: { 'x-cos-copy-source': source } })
      await requireSuccess(response, 404)
      const answer = await response.text()
      if (response.status === 404) return
      // A copy that fails halfway is reported in the body of a successful answer.
      if (getElementsByTagName('Error', parseDocument(answer, { xmlMode: true })).length > 0)
        throw new Error(`COS did not copy ${from}: ${answer.slice(0, 500)}`)
      await this.delete(from)
    },

    async *list(prefix) {
      for (let marker: string | undefined = ''; marker !== undefined;) {
        const query: Fields = { prefix, marker, 'max-keys': '1000' }
        const page = parsePage(await (await requireSuccess(await call('GET', '', { query }))).text())
        yield* page.entries
        marker = page.nextMarker
      }
    },

    // An unfinished put leaves nothing in a bucket.
    sweep: async () => undefined,

    grantUpload: (scope) => getFederationToken(settings, uploadPolicy(settings, scope), scope.seconds),
  }
}

type Fields = Record<string, string>

interface CallParts {
  query?: Fields
  headers?: Fields
  body?: BodyInit
}

/** Sends a signed request to the bucket. Throws when the answer does not begin in time. */
async function callCos(settings: CosSettings, method: string, key: string, parts: CallParts = {}): Promise<Response> {
  const { endpoint } = settings
  const { query = {}, headers = {}, body = null } = parts
  const { host } = new URL(endpoint)
  const path = `/${key}`
  const start = Math.floor(Date.now() / 1000) - 60
  const signing = { ...settings, start, end: start + 60 + signatureSeconds }
  const authorization = signRequest({ method, path, query, headers: { ...headers, host } }, signing)
  const address = `${endpoint}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), body instanceof Blob ? 20 * answerTimeoutMs : answerTimeoutMs)
  try {
    return await fetch(address, { method, headers: { ...headers, authorization }, body, signal: timeout.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Returns a successful response, or one with an allowed status. Throws the text of any other answer. */
async function requireSuccess(response: Response, ...allowed: number[]): Promise<Response> {
  if (response.ok || allowed.includes(response.status)) return response
  throw new Error(`COS answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
}

/** Reads the keys and times of a `ListBucketResult`. The marker of the next page is undefined on the last page. */
function parsePage(xml: string): { entries: StoredEntry[]; nextMarker: string | undefined } {
  const page = parseDocument(xml, { xmlMode: true })
  const entries = getElementsByTagName('Contents', page).map((object) => ({
    key: textOf(object, 'Key'),
    writtenAt: new Date(textOf(object, 'LastModified')),
  }))
  const isLast = textOf(page, 'IsTruncated') !== 'true'
  return { entries, nextMarker: isLast ? undefined : textOf(page, 'NextMarker') || entries.at(-1)?.key }
}

/** Returns the text of the first element of that name within a node. */
function textOf(node: Parameters<typeof getElementsByTagName>[1], name: string): string {
  return textContent(getElementsByTagName(name, node, true, 1))
}
