import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { v7 as newId } from 'uuid'
import { Failure } from '#shared/api/failure.ts'
import { toFailureAnswer } from '#server/http/call/failure-answer.ts'
import type { SecurityHeaders } from './security-headers.ts'

/**
 * Answers a client that has sent invalid HTTP and closes the connection. Fastify has no request object in this case.
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, security: SecurityHeaders) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const failure = new Failure('invalid', '请求的格式不对，服务器读不懂')
  const body = JSON.stringify({ ...toFailureAnswer(failure, newId()), httpCode: status })
  const headers = {
    ...security,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
