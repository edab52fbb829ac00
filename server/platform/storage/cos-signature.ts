import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The parts of a request that COS signs (https://cloud.tencent.com/document/product/436/7778). Header names are in
 * lower case.
 */
interface SignableRequest {
  method: string
  /** The decoded URL path of the signed request, with its leading slash. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
}

export interface ClaimedSignature {
  secretId: string
  /** The start of the signature's validity, in seconds since 1970; `end` is its end. */
  start: number
  end: number
  headers: string[]
  query: string[]
  signature: string
}

/** Parses an `Authorization` header; returns undefined when it is not a COS signature. */
export function parseAuthorization(authorization: string): ClaimedSignature | undefined {
  if (authorization.length > 2000) return undefined
  const fields = new Map(
    authorization.split('&').map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1)]),
  )
  const [, start, end] = /^(\d{10});(\d{10})$/.exec(fields.get('q-sign-time') ?? '') ?? []
  const secretId = fields.get('q-ak') ?? ''
  const signature = fields.get('q-signature') ?? ''
  const isWhole = fields.get('q-sign-algorithm') === 'sha1' && fields.get('q-key-time') === fields.get('q-sign-time')
  if (!isWhole || start === undefined || !/^[\da-f]{40}$/.test(signature)) return undefined
  const listOf = (name: string) => (fields.get(name) ?? '').split(';').filter((one) => one !== '')
  const [headers, query] = [listOf('q-header-list'), listOf('q-url-param-list')]
  // Signatures that cover header or parameter names in need of percent-encoding are refused, because no such name is in
  // use.
  if (![...headers, ...query].every((name) => /^[\w-]+$/.test(name))) return undefined
  return { secretId, start: Number(start), end: Number(end), headers, query, signature }
}

/**
 * Returns whether the signature that a request claims was made with the given secret key. The signature may cover only
 * some of the headers.
 */
export function isSignedBy(claimed: ClaimedSignature, request: SignableRequest, secretKey: string): boolean {
  const pick = (names: string[], fields: Record<string, string>) =>
    Object.fromEntries(names.map((name) => [name, Object.hasOwn(fields, name) ? (fields[name] ?? '') : '']))
  const signed = {
    ...request,
    headers: pick(claimed.headers, request.headers),
    query: pick(claimed.query, request.query),
  }
  const expected = signatureOf(signed, secretKey, `${claimed.start};${claimed.end}`)
  return timingSafeEqual(Buffer.from(expected), Buffer.from(claimed.signature))
}

function signatureOf({ method, path, query, headers }: SignableRequest, secretKey: string, time: string): string {
  const lines = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `${encode(name).toLowerCase()}=${encode(value)}`)
      .toSorted()
      .join('&')
  const request = [method.toLowerCase(), path, lines(query), lines(headers), ''].join('\n')
  const toSign = ['sha1', time, createHash('sha1').update(request).digest('hex'), ''].join('\n')
  return hmac(hmac(secretKey, time), toSign)
}

function hmac(key: string, text: string) {
  return createHmac('sha1', key).update(text).digest('hex')
}

function encode(text: string) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
