import { setTimeout as sleep } from 'node:timers/promises'

type Fields = Record<string, string>

export interface BucketRequest {
  query?: Fields
  headers?: Fields
  body?: string | Uint8Array<ArrayBuffer>
  /**
   * HTTP status codes of the object store that are not a success but are handled by the caller, such as a missing
   * object.
   */
  accepted?: number[]
}

/** Milliseconds within which the object store must begin to answer a request without a body, and one with a body. */
const answerTimeoutMs = 15_000
const uploadTimeoutMs = 300_000
/** Pauses before a request is repeated, in milliseconds. */
const retryPauses = [200, 1000]

/**
 * Sends a request to an object store, signed anew by `sign` at each attempt. Requests that fail on the network, or that
 * the store refuses because it is busy (429, 5xx), are repeated twice; all requests to a bucket may be repeated,
 * because they have the same effect again. Throws an error with a Chinese message when the last attempt fails, or at
 * once when the store refuses the request.
 */
export async function sendToBucket(
  method: string,
  { body, accepted = [] }: BucketRequest,
  sign: () => Promise<{ address: string | URL; headers: HeadersInit }>,
): Promise<Response> {
  for (const pause of [...retryPauses, undefined]) {
    const { address, headers } = await sign()
    const response = await sendOnce(address, { method, headers, body: body ?? null }).catch((error: Error) => error)
    if (response instanceof Response) {
      if (response.ok || accepted.includes(response.status)) return response
      const isBusy = response.status >= 500 || response.status === 429
      const answer = await response.text()
      if (pause === undefined || !isBusy)
        throw new Error(`对象存储 ${new URL(address).host} 不接受请求：${describeRefusal(response.status, answer)}。`)
    } else if (pause === undefined)
      throw new Error(`对象存储 ${new URL(address).host} 连不上：${reasonOf(response)}。`, { cause: response })
    await sleep(pause)
  }
  throw new Error('the last attempt has no pause')
}

/** Describes a refusal by its HTTP status and by the code and the message in the XML that stores answer. */
function describeRefusal(status: number, answer: string): string {
  const textOf = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(answer)?.[1]?.trim()
  const [code, message] = [textOf('Code'), textOf('Message')]
  if (code === undefined) return `${status} ${answer.slice(0, 500)}`.trim()
  return message === undefined ? `${status} ${code}` : `${status} ${code}（${message}）`
}

/**
 * Returns the reason why a request could not be sent. The message of the error of `fetch` does not contain the reason,
 * but its cause does.
 */
function reasonOf({ cause, message, name }: Error): string {
  if (name === 'AbortError') return '没有按时回答'
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

async function sendOnce(address: string | URL, init: RequestInit): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), init.body ? uploadTimeoutMs : answerTimeoutMs)
  try {
    return await fetch(address, { ...init, signal: timeout.signal })
  } finally {
    clearTimeout(timer)
  }
}
