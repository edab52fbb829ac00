import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent, cpuMs } from './bench-process.ts'

/** A page with the headers and the body that the bare server sends; the body is in base64 for the way to the child. */
export type BareQuestion = { do: 'listen'; headers: Record<string, string>; body: string } | { do: 'cpu' }

/**
 * Runs a bare `node:http` server, which answers every request with the same bytes as the site and looks at nothing in
 * the request: the reference for the site's speed.
 */
answerParent(async (question: BareQuestion) => {
  if (question.do === 'cpu') return cpuMs()
  const body = Buffer.from(question.body, 'base64')
  const headers = { ...question.headers, 'content-length': body.length }
  const server = createServer((_, response) => void response.writeHead(200, headers).end(body))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
