import { signRequest } from './cos-signature.ts'

export interface CosSettings {
  secretId: string
  secretKey: string
  bucket: string
  region: string
  /**
   * The URL of the Tencent COS bucket, which both the server and browsers use. Like all URLs in these settings, it has
   * no trailing slash.
   */
  endpoint: string
  /** The URL of Tencent's service that issues temporary credentials for the object store. */
  stsEndpoint: string
}

/** Milliseconds within which the object store must begin to answer a request. */
const answerTimeoutMs = 15_000
const signatureSeconds = 600

type Fields = Record<string, string>

interface CosRequest {
  query?: Fields
  headers?: Fields
  body?: BodyInit
  /**
   * HTTP status codes of the object store that are not a success but are handled by the caller, such as a missing
   * object.
   */
  accepted?: number[]
}

/**
 * Sends a signed request to the bucket in Tencent COS. Throws when COS does not answer in time, or with a status that
 * is neither a success nor in `accepted`.
 */
export async function requestCos(settings: CosSettings, method: string, key: string, request: CosRequest = {}) {
  const { query = {}, headers = {}, body = null, accepted = [] } = request
  const { endpoint } = settings
  const path = `/${key}`
  const start = Math.floor(Date.now() / 1000) - 60
  const signing = { ...settings, start, end: start + 60 + signatureSeconds }
  const { host } = new URL(endpoint)
  const authorization = signRequest({ method, path, query, headers: { ...headers, host } }, signing)
  const address = `${endpoint}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), body instanceof Blob ? 20 * answerTimeoutMs : answerTimeoutMs)
  try {
    const init = { method, headers: { ...headers, authorization }, body, signal: timeout.signal }
    const response = await fetch(address, init)
    if (response.ok || accepted.includes(response.status)) return response
    throw new Error(`COS answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
  } finally {
    clearTimeout(timer)
  }
}
