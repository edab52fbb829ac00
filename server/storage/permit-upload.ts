import { randomBytes } from 'node:crypto'
import type { UploadPermit } from '#shared/api/upload.ts'
import { maxUploadBytes, type PictureKind, uploadTypes } from '#shared/picture.ts'
import { uploadPrefix } from './accept-picture.ts'
import type { Storage } from './storage.ts'

const seconds = 1800

/** Lets a reader put pictures of one kind below his own prefix, for half an hour. */
export async function permitUpload(storage: Storage, user: { id: string }, kind: PictureKind): Promise<UploadPermit> {
  const prefix = uploadPrefix(user.id, kind)
  const scope = { prefix, types: uploadTypes, maxBytes: maxUploadBytes, seconds }
  const credential = await storage.grantUpload(scope)
  return { ...credential, ...storage.target, key: prefix + randomBytes(16).toString('hex') }
}
