import type { FastifyRequest } from 'fastify'
import type { SignedRequest } from './check-credential.ts'

type Query = Record<string, string | string[]>

/** Returns the parts of a request that a COS signature may cover. */
export function toSignedRequest({ method, params, query, headers }: FastifyRequest): SignedRequest {
  return {
    method,
    key: (params as { '*': string })['*'],
    // Only the first value of a repeated parameter counts.
    query: Object.fromEntries(Object.entries(query as Query).map(([name, value]) => [name, [value].flat()[0] ?? ''])),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  }
}
