import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent, cpuMs } from './child-process.ts'

export interface BarePage {
  headers: Record<string, string>
  etag: string
  /** The response body of one page in each content encoding, as base64 so that it can be sent between processes. */
  bodies: Record<'br' | 'gzip' | 'identity', string>
}
export type BareQuestion = { do: 'listen'; path: string; page: BarePage; isPlain: boolean } | { do: 'cpu' }

/**
 * Runs a bare `node:http` server that sends the same bytes and headers as the site, as the reference for the site's
 * speed.
 */
answerParent(async (question: BareQuestion) => {
  if (question.do === 'cpu') return cpuMs()
  const { path, page, isPlain } = question
  const server = createServer(isPlain ? sendAlways(page) : sendFeatured(new Map([[path, page]])))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

/** Returns a request listener that answers every request with the same page and looks at nothing in the request. */
function sendAlways({ headers, etag, bodies }: BarePage): RequestListener {
  const body = Buffer.from(bodies.br, 'base64')
  const all = { ...headers, etag, 'content-encoding': 'br', 'content-length': body.length }
  return (_, response) => void response.writeHead(200, all).end(body)
}

/**
 * Returns a request listener that does the minimum a real page server does: it finds the page by its path, negotiates
 * the encoding and answers 304 to a matching ETag.
 */
function sendFeatured(pages: Map<string, BarePage>): RequestListener {
  const ready = new Map([...pages].map(([path, { headers, etag, bodies }]) => [path, prepare(headers, etag, bodies)]))
  return (request, response) => {
    const variants = ready.get(request.url ?? '')
    if (variants === undefined) return void response.writeHead(404).end()
    const accept = request.headers['accept-encoding'] ?? ''
    const variant = /\bbr\b/.test(accept) ? variants.br : /\bgzip\b/.test(accept) ? variants.gzip : variants.identity
    if (request.headers['if-none-match'] === variant.headers.etag) response.writeHead(304, variant.headers).end()
    else response.writeHead(200, variant.headers).end(variant.body)
  }
}

function prepare(headers: BarePage['headers'], etag: string, bodies: BarePage['bodies']) {
  const variant = (encoding: keyof BarePage['bodies']) => {
    const body = Buffer.from(bodies[encoding], 'base64')
    const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    return { body, headers: { ...headers, ...coding, etag: `${etag}-${encoding}`, 'content-length': body.length } }
  }
  return { br: variant('br'), gzip: variant('gzip'), identity: variant('identity') }
}
