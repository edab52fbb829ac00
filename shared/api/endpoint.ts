import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/**
 * The role that a user needs to make an API call. `reader` is any logged-in user; admins may make every call of
 * editors.
 */
export type Access = 'anyone' | 'reader' | 'editor' | 'admin'
/**
 * Whether an API call changes data. The answer to a `read` never waits for cache invalidation, and suspended users may
 * make a `read` whose access is `anyone` or `reader`. The HTTP method does not tell the two apart: lists are read by
 * POST, and the GET that issues upload credentials is a `write`.
 */
type Effect = 'read' | 'write'

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  method: Method
  /** URL path of the API call below `apiPrefix`, with parameters written as `{id}`. */
  path: `/${string}`
  access: Access
  effect: Effect
  /**
   * Seconds that a client waits for the answer, at least as long as the server may work on it. Most calls have 15,
   * because the database cancels a statement after 15 seconds. Calls that change many rows have 60 or more.
   */
  timeout: number
  /** Maximum number of calls per minute from one IP address; null if only the limit on all requests applies. */
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
   * Schema of the path parameters, query and body of a request, merged into one flat object. Unknown fields are ignored
   * at every depth.
   */
  input: I
  /** Schema of the `data` field in a successful answer. */
  output: O
  /**
   * Marks an expensive API call whose answer to the default input is the same for everybody. The answer is cached until
   * data on which it depends changes.
   */
  isCached?: true
}

export type Contract = Record<string, Record<string, Endpoint>>
/** The input of an API call as callers pass it, before defaults and type conversions are applied. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** The input of an API call as its handler receives it, after defaults and type conversions are applied. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
/** The output of an API call, which its handler returns and the caller receives. */
export type Output<E extends Endpoint> = z.output<E['output']>

/**
 * Returns the description of an API call unchanged; the function exists so that TypeScript infers the exact types of
 * its schemas.
 */
export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType>(row: Endpoint<I, O>): Endpoint<I, O> {
  return row
}
