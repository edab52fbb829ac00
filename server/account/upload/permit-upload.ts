import { randomBytes } from 'node:crypto'
import type { UploadPermit } from '#shared/api/upload.ts'
import { maxUploadBytes, type PictureKind, uploadTypes } from '#shared/picture.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import { uploadPrefix } from './accept-picture.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

const seconds = 1800

/**
 * Permits a user to upload pictures of one kind below their own prefix, and to read all their own pictures, for half an
 * hour.
 */
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
