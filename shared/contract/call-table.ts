import { contract } from './contract.ts'
import type { Contract, Method } from '#shared/api/endpoint.ts'

/** The method, the path and the timeout, in seconds, of one call. */
type CallRow = readonly [method: Method, path: `/${string}`, timeout: number]

/** The row of each call by noun and verb. Browsers need no more of the contract: their build carries this table and no schema. */
export const callTable: Record<string, Record<string, CallRow>> = Object.fromEntries(
  Object.entries(contract as Contract).map(([noun, rows]) => [
    noun,
    Object.fromEntries(
      Object.entries(rows).map(([verb, { method, path, timeout }]) => [verb, [method, path, timeout] as const]),
    ),
  ]),
)
