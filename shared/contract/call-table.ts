import { contract } from './contract.ts'
import type { Access, Contract, Method } from '#shared/api/endpoint.ts'

/** The HTTP method, the path and the timeout (in seconds) of one API call. */
type CallRow = readonly [method: Method, path: `/${string}`, timeout: number]

/** The method, path and timeout of API calls, by noun and verb. */
export type CallTable = Record<string, Record<string, CallRow>>

/** Returns the table of the API calls whose access is one of the given ones. */
export function callsFor(...kinds: Access[]): CallTable {
  const nouns = Object.entries(contract as Contract).map(([noun, endpoints]) => {
    const rows = Object.entries(endpoints)
      .filter(([, { access }]) => kinds.includes(access))
      .map(([verb, { method, path, timeout }]) => [verb, [method, path, timeout] as const])
    return [noun, Object.fromEntries(rows)] as const
  })
  return Object.fromEntries(nouns.filter(([, rows]) => Object.keys(rows).length > 0))
}
