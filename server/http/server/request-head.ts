import type { FastifyReply, FastifyRequest } from 'fastify'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { fail, Failure } from '#shared/api/failure.ts'
import { toFailureAnswer } from '#server/http/call/failure-answer.ts'
import { closeWhenPipelined } from './client-connection.ts'

/**
 * Creates an HTTP server. Node would answer requests without a Host header and requests with an unknown Expect header
 * by itself; this server passes them to `refuse` instead, so that the error responses have the site's security headers
 * and JSON envelope. Connections with too many unanswered requests are closed.
 */
export function createHttpServer(options: ServerOptions, refuse: RequestListener, answer: RequestListener) {
  const unlessPipelined =
    (listener: RequestListener): RequestListener =>
    (request, response) =>
      closeWhenPipelined(request, response) || listener(request, response)
  const server = createServer(
    { ...options, requireHostHeader: false },
    unlessPipelined((request, response) =>
      request.headers.host === undefined ? refuse(request, response) : answer(request, response),
    ),
  )
  return server.on('checkExpectation', unlessPipelined(refuse))
}

/**
 * Refuses a request without a Host header, which HTTP/1.1 requires, or with an Expect header that the site cannot
 * fulfil.
 */
export function refuseHead({ headers, raw, id }: FastifyRequest, reply: FastifyReply) {
  if (headers.host === undefined && raw.httpVersion === '1.1') fail('invalid', '请求里没有写明网站的地址（Host）')
  const { expect } = headers
  if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined
  const failure = new Failure('invalid', '服务器做不到请求里所要求的（Expect）')
  return reply
    .code(417)
    .header('cache-control', 'no-store')
    .send({ ...toFailureAnswer(failure, id), httpCode: 417 })
}
