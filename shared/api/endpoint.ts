import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Role needed to make the call. `reader` is any logged-in user; admins may make every call of editors. */
type Access = 'anyone' | 'reader' | 'editor' | 'admin'
/**
 * Whether a call changes data. The answer of a `read` never waits for cache invalidation, and suspended users may make
 * a `read` whose access is `anyone` or `reader`. The HTTP method does not tell: lists are read by POST, and the GET that issues upload credentials is a
 * `write`.
 */
type Effect = 'read' | 'write'

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  method: Method
  /** Path below `apiPrefix`, with parameters written as `{id}`. */
  path: `/${string}`
  access: Access
  effect: Effect
  /**
   * Seconds that a client waits for the answer. It is at least the time that the server may work: 15 for calls with a few
   * statements, which the database ends after 15 seconds, and 60 for calls that change many rows.
   */
  timeout: number
  /** Calls per minute allowed from one network address; null where only the limit on all requests applies. */
  rate: number | null
  /** Marks a `write` that suspended users may make, to delete their own data or to confirm their identity for that. */
  openToSuspended?: true
  /**
   * Marks a call that fails as `unconfirmed` unless the user has confirmed their identity in this session within half
   * an hour.
   */
  requiresConfirmation?: true
  /** One sentence that describes the call in the OpenAPI document. */
  summary: string
  /**
   * Schema of the path parameters, query and body merged into one flat object. Unknown fields are ignored at every
   * depth.
   */
  input: I
  /** Schema of the `data` field of a successful answer. */
  output: O
  /**
   * Marks an expensive call whose answer to the default input is the same for everybody. The answer is cached until one
   * of its topics is invalidated.
   */
  isCached?: true
}

export type Contract = Record<string, Record<string, Endpoint>>
/** The input type that callers pass, before defaults and coercion. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** The input type that handlers receive, after parsing. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
/** The type that handlers return and callers receive. */
export type Output<E extends Endpoint> = z.output<E['output']>

/** Returns the contract row unchanged; the function exists to infer its exact schema types. */
export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType>(row: Endpoint<I, O>): Endpoint<I, O> {
  return row
}
