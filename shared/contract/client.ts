import { apiPrefix } from '#shared/api/api-prefix.ts'
import type { CallTable } from './call-table.ts'
import type { contract } from './contract.ts'
import { publicCalls } from './public-calls.ts'
import type { Contract, Endpoint, Input, Output } from '#shared/api/endpoint.ts'
import { type Envelope, Failure, failureKindOf, isFailureAnswer } from '#shared/api/failure.ts'

export interface Call {
  noun: string
  verb: string
  input: object
  signal?: AbortSignal | undefined
}
/**
 * A function that sends an API call to the server and returns the answer. Its arguments and results must be plain data,
 * because the server passes the function to the bundle that renders the pages, and classes of the bundle are not those
 * of the server.
 */
export type Transport = (call: Call) => Promise<Envelope>

type Arguments<E extends Endpoint> =
  {} extends Input<E> ? [input?: Input<E>, signal?: AbortSignal] : [input: Input<E>, signal?: AbortSignal]

type Client<C extends Contract> = {
  [Noun in keyof C]: { [Verb in keyof C[Noun]]: (...args: Arguments<C[Noun][Verb]>) => Promise<Output<C[Noun][Verb]>> }
}
export type Api = Client<typeof contract>

/**
 * Returns an API client with one typed function per API call. Each function rejects with a `Failure`, or with the error
 * that `toError` creates.
 */
export function createClient(send: Transport, toError: (failure: Failure) => unknown = (failure) => failure): Api {
  const call =
    (noun: string, verb: string) =>
    async (input: object = {}, signal?: AbortSignal) => {
      const answer = await send({ noun, verb, input, signal })
      if (!isFailureAnswer(answer)) return answer.data
      throw toError(new Failure(failureKindOf(answer), answer.message, answer.data))
    }
  return byName((noun) => byName((verb) => call(noun, verb))) as Api
}

/** Returns a proxy object: reading a property of any name returns `create(name)`. */
function byName(create: (name: string) => unknown): object {
  return new Proxy({}, { get: (_, name) => (typeof name === 'string' ? create(name) : undefined) })
}

/** An API call as an HTTP request; `timeout` is in seconds. */
interface CallRequest {
  method: string
  url: string
  timeout: number
  body: string | undefined
}

/**
 * The table of the calls of logged-in users; undefined until the first such call has loaded it. Once it is loaded, a
 * call no longer waits for an import, so a call that a page sends while it closes is still sent.
 */
let userCalls: CallTable | undefined

async function loadUserCalls(): Promise<CallTable> {
  return (await import('./user-calls.ts')).userCalls
}

/**
 * Returns the HTTP request of an API call. Input fields fill the path's parameters first; the rest goes into the query
 * (GET) or the JSON body. The body is undefined if no fields are left. The body of a PUT also contains the path's
 * parameters, as the specification of the API requires.
 */
export async function toRequest({ noun, verb, input }: Call): Promise<CallRequest> {
  const row = publicCalls[noun]?.[verb] ?? (userCalls ??= await loadUserCalls())[noun]?.[verb]
  if (row === undefined) throw new Error(`no call ${noun}.${verb}`)
  const [method, path, timeout] = row
  const given = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const rest = new Map(given)
  const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    rest.delete(name)
    return encodeURIComponent(String(given.get(name)))
  })
  const url = apiPrefix + pathname
  if (method !== 'GET') {
    const fields = Object.fromEntries(method === 'PUT' ? given : rest)
    return { method, url, timeout, body: rest.size > 0 ? JSON.stringify(fields) : undefined }
  }
  const query = new URLSearchParams(
    [...rest].flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  )
  return { method, url: query.size > 0 ? `${url}?${query}` : url, timeout, body: undefined }
}
