import { randomBytes } from 'node:crypto'
import { fail } from '#shared/api/failure.ts'
import { maxUploadBytes, pictureFile, type PictureKind, pictureSizes } from '#shared/picture.ts'
import { drawSizes } from '#server/picture/draw-sizes.ts'
import { readObject, type Storage } from '#server/storage/storage.ts'

/** Where a reader may put what is to become a picture of this kind. */
export function uploadPrefix(userId: string, kind: PictureKind): string {
  return `upload/${userId}/${kind}/`
}

/**
 * Makes a picture of what a reader has uploaded, and returns the key to keep: everybody can read it from now on. Whoever keeps the key deletes the
 * picture it stands in for, by `deletePicture`, once that is committed.
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
    // Good or bad, it has been judged; what is left over is swept.
    await storage.delete(upload).catch(() => undefined)
  }
}

/** Forgets a picture in all its sizes; a key that is none of ours, or none at all, is no mistake. */
export async function deletePicture(storage: Storage, key: string | null) {
  const kind = key?.split('/')[0]
  if (key && (kind === 'avatar' || kind === 'cover'))
    await storage.delete(...pictureSizes[kind].map((size) => pictureFile(key, size)))
}
