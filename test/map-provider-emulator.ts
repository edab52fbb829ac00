import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lifetime } from './test-database.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface MapProviderEmulator {
  /** URL of the emulator without a slash at its end. */
  url: string
  /** Paths and queries of the received requests, in order. */
  requested: string[]
  /** Sets the emulator's answer for a path; requests for other paths are answered 404. */
  on(path: string, answer: Answer): void
}

/** Emulates a map provider on loopback with the answers that a test sets. */
export async function startMapProviderEmulator(t: Lifetime): Promise<MapProviderEmulator> {
  const answers = new Map<string, Answer>()
  const requested: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    const answer = answers.get(decodeURIComponent(path.split('?', 1)[0] ?? ''))
    if (answer === undefined) response.writeHead(404).end('nothing here')
    else answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requested, on: (path, answer) => void answers.set(path, answer) }
}

/** Returns an HTTP answer of the emulated map provider with this content type, body and additional headers. */
export function give(type: string, body: string | Buffer | object, headers: Record<string, string> = {}): Answer {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return (_, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(bytes)
}

/** A PNG picture of one pixel, which the emulated map provider sends as a tile. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
