import type { Metadata } from 'sharp'
import { Failure, fail } from '#shared/api/failure.ts'
import { type PictureKind, type PictureSize, pictureSizes } from '#shared/picture.ts'
import { ConcurrencyLimit } from '#server/engines/concurrency-limit.ts'
import { loadSharp } from './load-sharp.ts'

/** The largest number of pixels of an uploaded picture. A decoded picture of this size takes about 60 MB of memory. */
const maxPixels = 16_000_000
const timeout = { seconds: 10 }
const notAPicture = '这不是完整的 JPEG、PNG 或 WebP 图片，请换一张'
const drawing = new ConcurrencyLimit({ running: 2, waiting: 16, busyMessage: '现在上传的人很多，请过一会儿再试' })

/**
 * Returns an uploaded picture as WebP in every width of its kind (cover, avatar), rotated upright and without metadata.
 * Fails when the bytes are not a complete picture.
 */
export function drawSizes(bytes: Buffer, kind: PictureKind): Promise<[PictureSize, Buffer][]> {
  return drawing.run(async () => {
    // The picture library is loaded first: if this fails, the user must not be told that the picture is invalid.
    await loadSharp()
    await inspect(bytes)
    const drawn: [PictureSize, Buffer][] = []
    for (const size of pictureSizes[kind]) drawn.push([size, await refuseBroken(draw(bytes, kind, size))])
    return drawn
  })
}

async function draw(bytes: Buffer, kind: PictureKind, size: PictureSize): Promise<Buffer> {
  // Transparent parts of a picture get the background colour of the site's pages.
  const picture = (await open(bytes)).autoOrient().flatten({ background: '#fffdf9' })
  const sized =
    kind === 'avatar'
      ? picture.resize(size, size, { fit: 'cover' })
      : picture.resize(size, size * 2, { fit: 'inside', withoutEnlargement: true })
  return sized.webp({ quality: 84, smartSubsample: true }).timeout(timeout).toBuffer()
}

/** Checks the type and size of an uploaded picture by its content. The file name and the declared type are ignored. */
async function inspect(bytes: Buffer) {
  if (!isKnown(bytes)) fail('unsupported', notAPicture)
  const { width, height, pages = 1 }: Metadata = await refuseBroken(readMetadata(bytes))
  if (width * height > maxPixels) fail('tooLarge', `图片有 ${width}×${height} 个点，太多了，请缩小后再传`)
  if (width < 16 || height < 16) fail('invalid', '图片太小了，请换一张大一些的')
  if (pages > 1) fail('unsupported', '会动的图片不能用，请换一张')
}

function isKnown(bytes: Buffer): boolean {
  const starts = (sign: string, at = 0) => bytes.subarray(at, at + sign.length).toString('latin1') === sign
  return starts('\xff\xd8\xff') || starts('\x89PNG\r\n\x1a\n') || (starts('RIFF') && starts('WEBP', 8))
}

async function readMetadata(bytes: Buffer) {
  return (await open(bytes, false)).metadata()
}

async function open(bytes: Buffer, isLimited = true) {
  const sharp = await loadSharp()
  return sharp(bytes, { failOn: 'error', limitInputPixels: isLimited && maxPixels, sequentialRead: true })
}

/** Reports every error of the picture decoder as the failure for an invalid picture. */
function refuseBroken<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new Failure('unsupported', notAPicture, null, { cause })
  })
}
