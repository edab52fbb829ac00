import type { Readable } from 'node:stream'
import {
  checkCredential,
  type UploadRefusal,
  type CredentialParts,
  denied,
  type SignedRequest,
} from './check-credential.ts'
import { isStorageKey, readObject, type Storage } from '#server/platform/storage/storage.ts'
import { releaseUpload, reserveUpload } from './upload-reservation.ts'
import type { UploadGrant } from '#server/platform/storage/upload-token.ts'

/** The largest number of raw uploads of one kind that a user may have in the storage. They are deleted after a day. */
const maxUnused = 20

/**
 * Stores an object that a browser uploads with a valid credential. Returns undefined on success, otherwise the refusal
 * in the form of Tencent COS.
 */
export async function receiveUpload(
  { storage, ...parts }: CredentialParts & { storage: Storage },
  { body, ...request }: SignedRequest & { body: Readable },
): Promise<UploadRefusal | undefined> {
  const checked = await checkCredential(parts, request)
  if ('refusal' in checked) return checked.refusal
  const { grant, isSuspended } = checked
  if (isSuspended) return denied('AccessDenied', 'The user of the credential is suspended.').refusal
  const refusal = refuseByScope(request, grant)
  if (refusal) return refusal
  const target = { prefix: grant.prefix, key: request.key, limit: maxUnused }
  const reservation = await reserveUpload({ db: parts.db, storage }, target)
  if (reservation === undefined) return { status: 503, code: 'SlowDown', message: 'Too many uploads are left unused.' }
  try {
    const size = Number(request.headers['content-length'])
    const bytes = await readObject({ body, size, type: '', etag: '' }, size).catch(() => undefined)
    if (bytes?.length !== size)
      return { status: 400, code: 'IncompleteBody', message: 'The body is shorter than announced.' }
    await storage.put(request.key, bytes)
    return undefined
  } finally {
    await releaseUpload(parts.db, reservation)
  }
}

/** Returns whether the credential of a request allows it to read an object that is not public. */
export async function mayRead(parts: CredentialParts, request: SignedRequest): Promise<boolean> {
  const checked = await checkCredential(parts, request)
  return 'grant' in checked && checked.grant.readPrefixes.some((prefix) => request.key.startsWith(prefix))
}

function refuseByScope({ method, key, query, headers }: SignedRequest, { prefix, types, maxBytes }: UploadGrant) {
  const isCopy = Object.keys(headers).some((name) => name.startsWith('x-cos-copy-source'))
  if (method !== 'PUT' || isCopy || Object.keys(query).length > 0)
    return denied('AccessDenied', 'The credential is for putting objects.').refusal
  const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
  if (!/^[\da-z]+$/.test(name) || !isStorageKey(key))
    return denied('AccessDenied', 'The credential is for other keys.').refusal
  if (!types.includes(headers['content-type'] ?? ''))
    return denied('AccessDenied', 'The credential is for other types.').refusal
  const length = headers['content-length'] ?? ''
  if (!/^\d{1,15}$/.test(length))
    return { status: 411, code: 'MissingContentLength', message: 'Say how long the body is.' }
  if (Number(length) > maxBytes) return { status: 400, code: 'EntityTooLarge', message: `At most ${maxBytes} bytes.` }
  return length === '0' ? { status: 400, code: 'IncompleteBody', message: 'The body is empty.' } : undefined
}
