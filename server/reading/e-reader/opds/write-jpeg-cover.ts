import type { Book } from '#shared/api/book/book.ts'
import { pictureFile } from '#shared/picture.ts'
import { drawCover } from '#server/engines/cover/draw-cover.ts'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import { readObject, type Storage } from '#server/platform/storage/storage.ts'

/**
 * The sizes in pixels of the book covers that the site draws. A cover that was uploaded is scaled to fit into the same
 * size with its own proportions.
 */
export const coverSizes = { large: { width: 600, height: 900 }, small: { width: 200, height: 300 } } as const
export type CoverSize = keyof typeof coverSizes

const maxCoverBytes = 4 * 1024 * 1024

export function coverPath(id: string, size: CoverSize): string {
  return `/opds/cover/${id}-${size}.jpg`
}

/**
 * Returns a book cover as a JPEG, because e-readers support neither SVG nor WebP: the cover of the book or else that of
 * its main edition, or else one that the site draws.
 */
export async function writeCover(storage: Storage, book: Book, size: CoverSize): Promise<Buffer> {
  const source =
    (await findUploaded(storage, book.cover ?? book.editions[0]?.cover ?? null)) ?? Buffer.from(await drawCover(book))
  const sharp = await loadSharp()
  return sharp(source)
    .resize({ ...coverSizes[size], fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: size === 'large' ? 80 : 76 })
    .toBuffer()
}

/**
 * Reads an uploaded book cover from the storage. Returns undefined if the storage lacks the file; the caller then draws
 * a cover.
 */
async function findUploaded(storage: Storage, key: string | null): Promise<Buffer | undefined> {
  const found = key === null ? undefined : await storage.get(pictureFile(key, 960))
  return found && ((await readObject(found, maxCoverBytes)) ?? undefined)
}
