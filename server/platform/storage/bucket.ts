import { DomUtils, parseDocument } from 'htmlparser2'
import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type BucketRequest, withinTime } from './bucket-request.ts'
import type { ByteRange } from './storage.ts'

const { getElementsByTagName, textContent } = DomUtils

/**
 * A bucket of an external object store, which speaks the protocol of Amazon S3.
 */
export interface Bucket {
  name: string
  /** The URL of the bucket, for messages to the operator. */
  address: string
  /**
   * Sends a signed request. Throws when the object store does not answer in time, or with a status that is neither a
   * success nor in `accepted`. The key is not checked.
   */
  request(method: string, key: string, request?: BucketRequest): Promise<Response>
}

interface BucketEntry {
  key: string
  writtenAt: Date
  bytes: number
}

/**
 * Files above this number of bytes are uploaded in parts of at least this size, because object stores refuse a single
 * request above 5 GB, and each part is held in memory.
 */
const leastPartBytes = 16 * 1024 * 1024
/** The largest number of parts that object stores accept for one file. */
const mostParts = 10_000
/**
 * The bucket compares an uploaded body with the hash in this header, and refuses a body that was damaged on its way.
 */
const hashHeader = 'content-md5'

/** Reads an object. Returns undefined when the key is missing. Both ends of `range` are included. */
export async function getFromBucket(bucket: Bucket, key: string, range?: ByteRange) {
  const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
  const response = await bucket.request('GET', key, { headers, accepted: [404] })
  if (response.status === 404 || response.body === null) return void (await response.body?.cancel())
  const [, whole] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  return {
    size: Number(whole ?? response.headers.get('content-length')),
    etag: response.headers.get('etag') ?? '""',
    body: Readable.from(withinTime(Readable.fromWeb(response.body as ReadableStream))),
  }
}

export async function putIntoBucket(bucket: Bucket, key: string, bytes: Uint8Array, headers: Record<string, string>) {
  const body = new Uint8Array(bytes)
  const hash = createHash('md5').update(body).digest('base64')
  const response = await bucket.request('PUT', key, { headers: { ...headers, [hashHeader]: hash }, body })
  await response.body?.cancel()
}

/** Uploads a file of any size. Large files are sent in parts and appear in the bucket after the last part. */
export async function putFileIntoBucket(bucket: Bucket, key: string, path: string, headers: Record<string, string>) {
  const file = await openAsBlob(path)
  const partBytes = Math.max(leastPartBytes, Math.ceil(file.size / mostParts))
  if (file.size <= partBytes) return putIntoBucket(bucket, key, await file.bytes(), headers)
  const started = await bucket.request('POST', key, { query: { uploads: '' }, headers })
  const uploadId = textOf(parseDocument(await started.text(), { xmlMode: true }), 'UploadId')
  try {
    const parts: string[] = []
    for (let start = 0; start < file.size; start += partBytes) {
      const body = await file.slice(start, start + partBytes).bytes()
      const query = { partNumber: String(parts.length + 1), uploadId }
      const hash = createHash('md5').update(body).digest('base64')
      const response = await bucket.request('PUT', key, { query, headers: { [hashHeader]: hash }, body })
      await response.body?.cancel()
      const tag = response.headers.get('etag') ?? ''
      parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    await requireDone(await bucket.request('POST', key, { query: { uploadId }, body }), `combine the parts of ${key}`)
  } catch (error) {
    const dropped = await bucket.request('DELETE', key, { query: { uploadId } }).catch(() => undefined)
    await dropped?.body?.cancel()
    throw error
  }
}

/** Deletes an object. Deleting a missing key succeeds. */
export async function deleteFromBucket(bucket: Bucket, key: string) {
  const response = await bucket.request('DELETE', key, { accepted: [404] })
  await response.body?.cancel()
}

/** Copies an object within its bucket. Returns false when the key is missing. */
export async function copyInBucket(bucket: Bucket, from: string, to: string): Promise<boolean> {
  const response = await bucket.request('PUT', to, {
    headers: { 'x-amz-copy-source': `/${bucket.name}/${from}` },
    accepted: [404],
  })
  if (response.status === 404) {
    await response.body?.cancel()
    return false
  }
  await requireDone(response, `copy ${from}`)
  return true
}

/** Lists the objects whose keys begin with a prefix, page by page. */
export async function* listBucket(bucket: Bucket, prefix: string): AsyncGenerator<BucketEntry> {
  for (let marker: string | undefined = ''; marker !== undefined;) {
    const response = await bucket.request('GET', '', { query: { prefix, marker, 'max-keys': '1000' } })
    const page = parsePage(await response.text())
    yield* page.entries
    marker = page.nextMarker
  }
}

/**
 * Throws an error if an answer of the object store reports one: if copying or combining fails halfway, the object store
 * answers with a success status and reports the error in the body.
 */
async function requireDone(response: Response, doing: string) {
  const answer = await response.text()
  if (getElementsByTagName('Error', parseDocument(answer, { xmlMode: true })).length > 0)
    throw new Error(`the object store did not ${doing}: ${answer.slice(0, 500)}`)
}

/**
 * Reads keys, sizes and modification times from one page of an object list (`ListBucketResult`). The marker of the next
 * page is undefined on the last page.
 */
function parsePage(xml: string): { entries: BucketEntry[]; nextMarker: string | undefined } {
  const page = parseDocument(xml, { xmlMode: true })
  const entries = getElementsByTagName('Contents', page).map((object) => ({
    key: textOf(object, 'Key'),
    writtenAt: new Date(textOf(object, 'LastModified')),
    bytes: Number(textOf(object, 'Size')),
  }))
  const isLast = textOf(page, 'IsTruncated') !== 'true'
  return { entries, nextMarker: isLast ? undefined : textOf(page, 'NextMarker') || entries.at(-1)?.key }
}

/** Returns the text of the first XML element with this name inside a node. */
function textOf(node: Parameters<typeof getElementsByTagName>[1], name: string): string {
  return textContent(getElementsByTagName(name, node, true, 1))
}
