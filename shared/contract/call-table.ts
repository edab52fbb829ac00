import { contract } from './contract.ts'
import type { Contract, Method } from '#shared/api/endpoint.ts'

/** Where each call goes: noun → verb → method and path. All a browser needs of the contract; its build carries this and no schema. */
export const callTable: Record<string, Record<string, readonly [Method, `/${string}`]>> = Object.fromEntries(
  Object.entries(contract as Contract).map(([noun, rows]) => [
    noun,
    Object.fromEntries(Object.entries(rows).map(([verb, { method, path }]) => [verb, [method, path] as const])),
  ]),
)
