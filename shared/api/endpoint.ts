import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Who may call. `reader` is anyone logged in; an admin may do what an editor may. */
export type Access = 'anyone' | 'reader' | 'editor' | 'admin'
/**
 * Whether a call changes anything. The answer of a `read` never waits for invalidation, and suspended readers may make it.
 * The method does not tell: lists are read by POST, and the GET that issues upload credentials is a `write`.
 */
export type Effect = 'read' | 'write'

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  method: Method
  /** Below `apiPrefix`, with parameters as `{id}`. */
  path: `/${string}`
  access: Access
  effect: Effect
  /** Seconds that the server may work on the call. The client waits a little longer, so that it hears of a call that failed. */
  timeout: number
  /** Calls per minute allowed from one network address; null where only the limit on all requests applies. */
  rate: number | null
  /** A `write` that suspended readers may make: with it they delete data of their own, or prove who they are for that. */
  openToSuspended?: true
  /** Refused as `unconfirmed` to a session whose owner has not shown within half an hour who he is. */
  freshOnly?: true
  /** One sentence for the OpenAPI document. */
  summary: string
  /** Path parameters, query and body together, flat. Fields that it does not name are ignored, at every depth. */
  input: I
  /** The `data` of a successful answer. */
  output: O
  /**
   * The answer to the default input is the same for everybody and costs much: it is cached until one of the topics it was
   * made from is invalidated.
   */
  isCached?: true
}

export type Contract = Record<string, Record<string, Endpoint>>
/** What a caller passes, before defaults and coercion. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** What a handler receives, after parsing. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
/** What a handler returns and a caller receives. */
export type Output<E extends Endpoint> = z.output<E['output']>

/** Keeps the exact schema types of one row of the contract. */
export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType>(row: Endpoint<I, O>): Endpoint<I, O> {
  return row
}
