import type { FastifyRequest } from 'fastify'
import type { SignedRequest } from '../storage/check-credential.ts'

/** The parts of a request for an object, of which COS's signature may cover any. */
export function toSignedRequest({ method, params, query, headers }: FastifyRequest): SignedRequest {
  return {
    method,
    key: (params as { '*': string })['*'],
    query: query as Record<string, string>,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  }
}
