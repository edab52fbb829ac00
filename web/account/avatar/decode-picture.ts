import { Failure } from '#shared/api/failure.ts'
import { uploadTypes } from '#shared/picture.ts'
import { type Crop, drawCrop } from './crop.ts'

/**
 * Maximum size in bytes of a picture file that the user chooses. It is generous because photos are large, while only
 * the small crop is uploaded.
 */
const maxFileBytes = 20 * 1024 * 1024
const maxPixels = 100_000_000
/**
 * Side length in pixels of the avatar that is uploaded: more than twice the largest size in which avatars are shown.
 */
const uploadSize = 512

/**
 * Decodes the picture in a file, with its EXIF rotation applied. Rejects with a `Failure` whose message is for the
 * user.
 */
export async function decodePicture(file: Blob): Promise<ImageBitmap> {
  if (!(uploadTypes as readonly string[]).includes(file.type))
    throw new Failure('unsupported', '只能用 JPEG、PNG 或 WebP 图片，请换一张')
  if (file.size > maxFileBytes) throw new Failure('tooLarge', '图片最大 20 MB，请换一张小一些的')
  const picture = await createImageBitmap(file).catch(() => {
    throw new Failure('unsupported', '这张图片打不开，可能已经损坏，请换一张')
  })
  if (picture.width * picture.height > maxPixels) throw new Failure('tooLarge', '图片的尺寸太大了，请缩小后再选')
  if (Math.min(picture.width, picture.height) < 42) throw new Failure('invalid', '图片太小了，长宽至少要 42 个点')
  return picture
}

/** Returns the cropped avatar as an image file for the upload. */
export async function cropToBlob(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = uploadSize
  drawCrop(canvas, picture, crop)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
  if (blob === null) throw new Failure('unsupported', '这张图片裁不了，请换一张')
  return blob
}
