import { contract } from './contract.ts'
import type { Contract, Method } from '#shared/api/endpoint.ts'

/** The HTTP method, the path and the timeout (in seconds) of one API call. */
type CallRow = readonly [method: Method, path: `/${string}`, timeout: number]

/**
 * The method, path and timeout of each API call, by noun and verb. The browser build contains only this table and not
 * the schemas of the calls, which browsers do not need.
 */
export const callTable: Record<string, Record<string, CallRow>> = Object.fromEntries(
  Object.entries(contract as Contract).map(([noun, rows]) => [
    noun,
    Object.fromEntries(
      Object.entries(rows).map(([verb, { method, path, timeout }]) => [verb, [method, path, timeout] as const]),
    ),
  ]),
)
