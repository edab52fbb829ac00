import type { contract } from '#shared/contract/contract.ts'
import type { Contract, Output, Parsed } from '#shared/api/endpoint.ts'
import type { Context } from './context.ts'

type MaybePromise<T> = T | Promise<T>

/**
 * The type of the handler functions for all API calls of one noun (such as `book`), one function for each verb. The
 * compiler reports a missing handler, the use of a field that the input does not have, and a missing or mistyped field
 * of an answer. It does not report superfluous fields of an answer: where the output schema is a `strictObject`, the
 * call fails at run time; elsewhere they are removed.
 */
export type NounHandlers<Noun extends Contract[string]> = {
  [Verb in keyof Noun]: (input: Parsed<Noun[Verb]>, context: Context) => MaybePromise<Output<Noun[Verb]>>
}

export type Handlers = { [Noun in keyof typeof contract]: NounHandlers<(typeof contract)[Noun]> }
