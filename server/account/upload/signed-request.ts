import type { FastifyRequest } from 'fastify'
import type { SignedRequest } from './check-credential.ts'

type Query = Record<string, string | string[]>

/** Returns the parts of an HTTP request that a signature of Tencent COS may cover. */
export function toSignedRequest({ method, params, query, headers }: FastifyRequest): SignedRequest {
  return {
    method,
    key: (params as { '*': string })['*'],
    // If a query parameter is repeated in the URL, the signature covers only its first value.
    query: Object.fromEntries(Object.entries(query as Query).map(([name, value]) => [name, [value].flat()[0] ?? ''])),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  }
}
