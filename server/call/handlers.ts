import type { contract } from '#shared/contract/contract.ts'
import type { Contract, Output, Parsed } from '#shared/api/endpoint.ts'
import type { Context } from './context.ts'

type MaybePromise<T> = T | Promise<T>

/**
 * The type of a noun's handlers, one function for each verb. A missing handler, a wrong field or a wrong answer does
 * not compile.
 */
export type NounHandlers<Noun extends Contract[string]> = {
  [Verb in keyof Noun]: (input: Parsed<Noun[Verb]>, context: Context) => MaybePromise<Output<Noun[Verb]>>
}

export type Handlers = { [Noun in keyof typeof contract]: NounHandlers<(typeof contract)[Noun]> }
