import { randomBytes } from 'node:crypto'
import { fail } from '#shared/api/failure.ts'
import { maxUploadBytes, pictureFile, type PictureKind, pictureSizes } from '#shared/picture.ts'
import { drawSizes } from '#server/engines/picture/draw-sizes.ts'
import { readObject, type Storage } from '#server/platform/storage/storage.ts'

/** Returns the storage prefix for uploads of one user and one kind of picture, such as avatars. */
export function uploadPrefix(userId: string, kind: PictureKind): string {
  return `upload/${userId}/${kind}/`
}

/**
 * Converts an image that a user has uploaded to a public picture in all its sizes, and returns the picture's storage
 * key. The caller that stores the key must delete the former picture with `deletePicture` after the commit. Throws if
 * the upload is missing or not a valid picture.
 */
export async function acceptPicture(
  storage: Storage,
  { userId, kind, upload }: { userId: string; kind: PictureKind; upload: string },
): Promise<string> {
  if (!upload.startsWith(uploadPrefix(userId, kind))) fail('invalid', '这不是你上传的图片，请重新上传')
  const found = (await storage.get(upload)) ?? fail('missing', '没有找到你上传的图片，请重新上传')
  try {
    const bytes = (await readObject(found, maxUploadBytes)) ?? fail('tooLarge', '图片最大 2 MB，请换一张小一些的')
    const pictures = await drawSizes(bytes, kind)
    const key = `${kind}/${userId}/${randomBytes(16).toString('hex')}`
    for (const [size, picture] of pictures) await storage.put(pictureFile(key, size), picture)
    return key
  } finally {
    // The uploaded image is no longer needed, whether it was valid or not. If this deletion fails, the regular cleanup
    // deletes the image.
    await storage.delete(upload).catch(() => undefined)
  }
}

/**
 * Deletes a picture in all its sizes from the object store. Does nothing for null and for storage keys of objects that
 * are not pictures.
 */
export async function deletePicture(storage: Storage, key: string | null) {
  const kind = key?.split('/')[0]
  if (key && (kind === 'avatar' || kind === 'cover'))
    await storage.delete(...pictureSizes[kind].map((size) => pictureFile(key, size)))
}
