import type { FastifyRequest } from 'fastify'
import type { SignedRequest } from './check-credential.ts'

type Query = Record<string, string | string[]>

/** The parts of a request for an object, of which COS's signature may cover any. */
export function toSignedRequest({ method, params, query, headers }: FastifyRequest): SignedRequest {
  return {
    method,
    key: (params as { '*': string })['*'],
    // The first value of a repeated parameter counts.
    query: Object.fromEntries(Object.entries(query as Query).map(([name, value]) => [name, [value].flat()[0] ?? ''])),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  }
}
