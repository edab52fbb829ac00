import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { CosSettings } from '#server/platform/storage/cos-settings.ts'
import { CosAccess, type Headers } from './cos-access.ts'

const bucket = 'zhitu-1250000000'
/**
 * Number of object keys on one page when the emulated object storage (Tencent COS) lists its objects. It is so low that
 * the listing in a test has several pages.
 */
const keysPerPage = 2

type Objects = Map<string, { bytes: Buffer; type: string; time: Date }>

/**
 * Emulates two services of Tencent Cloud on loopback until the test ends: COS, the object storage, and STS, which
 * issues temporary keys. The emulator follows Tencent's documents, shares no code with the site, checks signatures and
 * policies, and stores objects in memory.
 */
export async function startCosEmulator(t: { after(close: () => unknown): void }) {
  const access = new CosAccess(bucket)
  const objects: Objects = new Map()
  const refusals: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://cos.test')
      const headers = request.headers as Headers
      const bytes = await buffer(request)
      allowBrowsers(response)
      if (request.method === 'OPTIONS') return void response.end()
      if (headers['x-tc-action'] !== undefined)
        return void response.end(JSON.stringify({ Response: access.grantToken(headers, bytes.toString()) }))
      const isPublic = request.method === 'GET' && /^\/(avatar|cover)\//.test(decodeURIComponent(url.pathname))
      const refusal = isPublic ? undefined : access.refusalOf(request.method ?? '', url, headers, bytes)
      if (refusal === undefined) return answer(objects, request, url, bytes, response)
      refusals.push(refusal)
      response.writeHead(403).end(`<Error><Code>${refusal}</Code></Error>`)
    })()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => (server.closeAllConnections(), server.close()))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: CosSettings = { ...access.root, bucket, region: 'ap-nanjing', endpoint, stsEndpoint: endpoint }
  return { settings, objects, grants: access.grants, refusals }
}

function allowBrowsers(response: ServerResponse) {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*, authorization')
  response.setHeader('access-control-allow-methods', 'PUT')
  response.setHeader('access-control-expose-headers', 'etag')
}

/**
 * Answers a request to the emulated object storage whose signature and policy were accepted: put, copy, delete, list or
 * get an object.
 */
function answer(
  objects: Objects,
  { method, headers }: IncomingMessage,
  url: URL,
  bytes: Buffer,
  response: ServerResponse,
) {
  const key = decodeURIComponent(url.pathname.slice(1))
  const source = headers['x-amz-copy-source']
  if (method === 'PUT' && typeof source === 'string') {
    const found = objects.get(source.replace(`/${bucket}/`, ''))
    if (found === undefined) return answerMissing(response)
    objects.set(key, { ...found, time: new Date() })
    return void response.end('<CopyObjectResult><ETag>"copied"</ETag></CopyObjectResult>')
  }
  if (method === 'PUT') {
    objects.set(key, { bytes, type: headers['content-type'] ?? '', time: new Date() })
    return void response.setHeader('etag', '"put"').end()
  }
  if (method === 'DELETE') return (objects.delete(key), void response.end())
  if (key === '') return void response.end(listObjects(objects, url.searchParams))
  const found = objects.get(key)
  if (found === undefined) return answerMissing(response)
  response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length, etag: '"cos"' })
  response.end(found.bytes)
}

function answerMissing(response: ServerResponse) {
  response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
}

function listObjects(objects: Objects, query: URLSearchParams): string {
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > (query.get('marker') ?? ''))
    .toSorted()
  const entries = keys.slice(0, keysPerPage).map((key) => {
    const time = objects.get(key)?.time.toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified></Contents>`
  })
  return `<ListBucketResult><IsTruncated>${keys.length > keysPerPage}</IsTruncated>${entries.join('')}</ListBucketResult>`
}
