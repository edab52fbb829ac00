import { toRequest, type Transport } from '#shared/api/client.ts'
import { type Envelope, type FailureAnswer, failures, isFailureAnswer } from '#shared/api/failure.ts'
import { refuse } from './session.ts'
import { readToken } from './token.ts'

export const requestTimeout = 15_000

/** Calls the server from the browser, with the token, and handles in one place what any call may meet. */
export const overHttp: Transport = async (call) => {
  const answer = await ask(toRequest(call), call.signal)
  if (isFailureAnswer(answer)) await takeFailure(answer)
  return answer
}

async function ask({ method, url, body }: ReturnType<typeof toRequest>, signal?: AbortSignal): Promise<Envelope> {
  const timeout = AbortSignal.timeout(requestTimeout)
  const token = readToken()
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  try {
    const init = {
      method,
      headers,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    } as const
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    return await readEnvelope(response)
  } catch (error) {
    if (signal?.aborted) throw error
    return unanswered(timeout.aborted ? '服务器很久没有回应，请稍后再试' : '连不上服务器，请检查网络后再试')
  }
}

/** A proxy in between may answer with something that is no envelope; its status still tells what happened. */
async function readEnvelope(response: Response): Promise<Envelope> {
  const body = (await response.json().catch(() => null)) as Envelope | null
  if (body !== null && typeof body.code === 'number') {
    // The status counts even where the body forgot to say it.
    return body.code !== 0 && !response.ok
      ? { ...(body as FailureAnswer), httpCode: (body as FailureAnswer).httpCode ?? response.status }
      : body
  }
  return { ...unanswered('服务器出错了，请稍后再试'), httpCode: response.status }
}

function unanswered(message: string): FailureAnswer {
  return { code: failures.unavailable.code, httpCode: failures.unavailable.status, message, requestId: '', data: null }
}

async function takeFailure({ httpCode, message }: FailureAnswer) {
  if (httpCode === 401) await refuse(message)
  else if (httpCode === 403) await refuse(`无权限：${message}`)
  else if (httpCode === 404) console.warn('request resource does not exist')
  else console.warn(httpCode >= 500 ? 'server exception' : 'request failed', message)
}
