import { randomBytes } from 'node:crypto'
import type { UploadPermit } from '#shared/api/upload.ts'
import { maxUploadBytes, type PictureKind, uploadTypes } from '#shared/picture.ts'
import type { SignedIn } from '#server/call/context.ts'
import { uploadPrefix } from './accept-picture.ts'
import type { Storage } from '#server/storage/storage.ts'

const seconds = 1800

/** Lets a reader put pictures of one kind below a prefix of their own, and read all that is theirs, for half an hour. */
export async function permitUpload(
  storage: Storage,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
  kind: PictureKind,
): Promise<UploadPermit> {
  const prefix = uploadPrefix(id, kind)
  const readPrefixes = ['upload', 'avatar', 'cover'].map((folder) => `${folder}/${id}/`)
  const scope = { sessionId, prefix, readPrefixes, types: uploadTypes, maxBytes: maxUploadBytes, seconds }
  const credential = await storage.grantUpload(scope)
  return { ...credential, ...storage.target, key: prefix + randomBytes(16).toString('hex') }
}
