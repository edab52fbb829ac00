import type { Readable } from 'node:stream'
import type { Db } from '../db/schema.ts'
import { type ClaimedSignature, isSignedBy, parseAuthorization } from './cos-signature.ts'
import { isStorageKey, readObject, type Storage } from './storage.ts'
import { openUploadToken, type UploadGrant } from './upload-token.ts'

export interface UploadRequest {
  method: string
  key: string
  query: Record<string, string>
  headers: Record<string, string>
  body: Readable
}

export interface UploadRefusal {
  status: number
  code: string
  message: string
}

/** How many uploads of one kind a reader may leave unused; they are swept after a day. */
const maxUnused = 20

/** Takes one object from a browser that shows a credential of ours, or says in COS's words why not. */
export async function receiveUpload(
  db: Db,
  storage: Storage,
  request: UploadRequest,
): Promise<UploadRefusal | undefined> {
  const { headers, key, body } = request
  const claimed = parseAuthorization(headers['authorization'] ?? '')
  const token = headers['x-cos-security-token'] ?? ''
  if (claimed === undefined || token === '')
    return denied('AccessDenied', 'The request is not signed with a temporary credential.')
  const opened = await openUploadToken(db, token)
  if (opened === undefined || opened.grant.secretId !== claimed.secretId)
    return denied('InvalidAccessKeyId', 'The credential is none of ours.')
  const refusal =
    refuseByTime(claimed, opened.grant) ??
    refuseBySignature(claimed, request, opened.secretKey) ??
    refuseByScope(request, opened.grant) ??
    (await refuseByCount(storage, opened.grant))
  if (refusal) return refusal
  const size = Number(headers['content-length'])
  const bytes = await readObject({ body, size, type: '', etag: '' }, size).catch(() => undefined)
  if (bytes?.length !== size)
    return { status: 400, code: 'IncompleteBody', message: 'The body is shorter than announced.' }
  await storage.put(key, bytes)
  return undefined
}

function refuseByTime({ start, end }: ClaimedSignature, { startTime, expiredTime }: UploadGrant) {
  const now = Date.now() / 1000
  // Clocks of readers run a little off.
  const isNow = now > start - 900 && now <= end && end > start
  if (now > expiredTime || now < startTime - 60) return denied('ExpiredToken', 'The credential has expired.')
  return isNow ? undefined : denied('AccessDenied', 'Request has expired.')
}

function refuseBySignature(
  claimed: ClaimedSignature,
  { method, key, query, headers }: UploadRequest,
  secretKey: string,
) {
  const isSigned = isSignedBy(claimed, { method, path: `/${key}`, query, headers }, secretKey)
  return isSigned ? undefined : denied('SignatureDoesNotMatch', 'The signature is not that of this request.')
}

function refuseByScope({ method, key, query, headers }: UploadRequest, { prefix, types, maxBytes }: UploadGrant) {
  const isCopy = Object.keys(headers).some((name) => name.startsWith('x-cos-copy-source'))
  if (method !== 'PUT' || isCopy || Object.keys(query).length > 0)
    return denied('AccessDenied', 'The credential is for putting objects.')
  const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
  if (!/^[\da-z]+$/.test(name) || !isStorageKey(key)) return denied('AccessDenied', 'The credential is for other keys.')
  if (!types.includes(headers['content-type'] ?? ''))
    return denied('AccessDenied', 'The credential is for other types.')
  const length = headers['content-length'] ?? ''
  if (!/^\d{1,15}$/.test(length))
    return { status: 411, code: 'MissingContentLength', message: 'Say how long the body is.' }
  if (Number(length) > maxBytes) return { status: 400, code: 'EntityTooLarge', message: `At most ${maxBytes} bytes.` }
  return length === '0' ? { status: 400, code: 'IncompleteBody', message: 'The body is empty.' } : undefined
}

async function refuseByCount(storage: Storage, { prefix }: UploadGrant) {
  let unused = 0
  for await (const _ of storage.list(prefix)) unused++
  return unused < maxUnused
    ? undefined
    : { status: 503, code: 'SlowDown', message: 'Too many uploads are left unused.' }
}

function denied(code: string, message: string): UploadRefusal {
  return { status: 403, code, message }
}
