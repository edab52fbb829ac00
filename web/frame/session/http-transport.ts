import { toRequest, type Transport } from '#shared/contract/client.ts'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import {
  type Envelope,
  Failure,
  type FailureAnswer,
  failureKindOf,
  failures,
  isFailureAnswer,
} from '#shared/api/failure.ts'
import type { Challenge } from '#shared/api/proof.ts'
import { requestConfirmation } from './confirmation-store.ts'
import { endRefusedSession } from './login-navigation.ts'
import { readToken } from './token.ts'

/** Timeout in milliseconds for fetching a file; for API calls, the API contract defines the timeout. */
export const fileTimeoutMs = 15_000

/**
 * Maximum length of the body of a write that the browser still sends after the user has left the page. Browsers allow
 * 64 KiB for all such requests together, so many of this length fit at once.
 */
const maxKeptAlive = 1000

const unreachable = '连不上服务器，请检查网络后再试'

/**
 * Transport that sends the API calls of the browser: it adds the session token to each call and handles expired
 * sessions, confirmations of the user's identity and proof-of-work challenges.
 */
export const overHttp: Transport = async (call) => {
  const token = readToken()
  // The table of the calls for logged-in users is in a module of its own. If the browser fails to load this module, the
  // user sees the same message as if the server were unreachable.
  const request = await toRequest(call).catch(() => null)
  const answer = request === null ? unanswered(unreachable) : await ask(request, token, call.signal)
  if (!isFailureAnswer(answer)) return answer
  const proof = 'proof' in call.input ? undefined : await workFor(answer)
  if (proof !== undefined) return overHttp({ ...call, input: { ...call.input, proof } })
  if (failureKindOf(answer) === 'unconfirmed' && (await requestConfirmation())) return overHttp(call)
  await handleFailure(answer, token)
  return answer
}

/**
 * Returns the solution of the proof-of-work challenge in the server's refusal of a call, or undefined if there is no
 * challenge.
 */
async function workFor({ data }: FailureAnswer): Promise<string | undefined> {
  if (!data?.challenge) return undefined
  // If the proof-of-work challenge cannot be solved, the user sees the message with which the server refused the call.
  return import('./solve-challenge.ts').then(({ solve }) => solve(data.challenge as Challenge)).catch(() => undefined)
}

/** Uploads binary data that is too large for an API call with JSON. */
export async function putBytes(path: string, bytes: Blob): Promise<void> {
  const token = readToken()
  const url = apiPrefix + path
  const answer = await ask({ method: 'PUT', url, body: bytes, type: 'application/octet-stream' }, token)
  if (!isFailureAnswer(answer)) return
  await handleFailure(answer, token)
  throw new Failure(failureKindOf(answer), answer.message, answer.data)
}

/** Opens an event stream with the user's session token. Resolves with null if the server refuses it. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
  const token = readToken()
  if (token === null) return null
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` }, credentials: 'include', signal })
  if (response.ok) return response.body
  const { status, ok } = response
  const answer = await readEnvelope({ status, ok, json: response.json().catch(() => null) })
  if (isFailureAnswer(answer)) await handleFailure(answer, token)
  return null
}

type HttpRequest = Omit<Awaited<ReturnType<typeof toRequest>>, 'body' | 'timeout'> & {
  body?: BodyInit | undefined
  type?: string
  timeout?: number
}

async function ask(
  { method, url, body, type = 'application/json', timeout: seconds }: HttpRequest,
  token: string | null,
  signal?: AbortSignal,
): Promise<Envelope> {
  const timeout = AbortSignal.timeout(seconds === undefined ? fileTimeoutMs : seconds * 1000)
  const headers = {
    ...(body === undefined ? {} : { 'content-type': type }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  try {
    const init = {
      method,
      headers,
      credentials: 'include',
      keepalive: method !== 'GET' && (body === undefined || (typeof body === 'string' && body.length <= maxKeptAlive)),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    } as const
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    return await readEnvelope({ status: response.status, ok: response.ok, json: response.json().catch(() => null) })
  } catch (error) {
    if (signal?.aborted) throw error
    return unanswered(timeout.aborted ? '服务器很久没有回应，请稍后再试' : unreachable)
  }
}

/**
 * Reads the envelope of an answer, the JSON object with the status and the data. A proxy may answer without an
 * envelope, so the HTTP status is the fallback.
 */
async function readEnvelope({
  status,
  ok,
  json,
}: {
  status: number
  ok: boolean
  json: Promise<unknown>
}): Promise<Envelope> {
  const body = (await json) as Envelope | null
  if (body === null || typeof body.code !== 'number')
    return { ...unanswered('服务器出错了，请稍后再试'), httpCode: status }
  const bodyStatus = 'httpCode' in body ? body.httpCode : undefined
  // The server may refuse a call by the HTTP status, or by the status in the body of its answer, so both are checked.
  const refused = [status, bodyStatus].find((code) => code === 401 || code === 403)
  if (refused !== undefined)
    return {
      ...unanswered(body.message ?? ''),
      ...body,
      code: body.code || refused,
      httpCode: refused,
    } as FailureAnswer
  return isFailureAnswer(body) && !ok ? { ...body, httpCode: bodyStatus ?? status } : body
}

function unanswered(message: string): FailureAnswer {
  return { code: failures.unavailable.code, httpCode: failures.unavailable.status, message, requestId: '', data: null }
}

async function handleFailure({ httpCode, message }: FailureAnswer, token: string | null) {
  if (httpCode === 401) await endRefusedSession(message, token)
  else if (httpCode === 403) await endRefusedSession(`无权限：${message}`, token)
  else if (httpCode === 404) console.warn('request resource does not exist')
  else console.warn(httpCode >= 500 ? 'server exception' : 'request failed', message)
}
