import { createHash } from 'node:crypto'
import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { maxUploadBytes, pictureFile, pictureSizes } from '#shared/picture.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/** The name of a cover: its files are `covers/<name>-240.webp` and so on, one for each width of a cover. */
export const CatalogCover = z.string().regex(/^[\da-z][\da-z_-]{0,63}$/, { error: '须为 covers 里图片的名字' })

/** Stores a cover of the catalogue for the book or video with an id, and returns the storage key of the cover. */
export type StoreCover = (ownerId: string, name: string | undefined) => Promise<string | null>

/** Returns the files of a cover, one for each width, below the folder of the catalogue. */
export function coverFiles(name: string): string[] {
  return pictureSizes.cover.map((width) => pictureFile(`covers/${name}`, width))
}

/** Returns which of the given covers have no picture in the folder of the catalogue, one message for each. */
export async function findMissingCovers(directory: string, names: Iterable<string>): Promise<string[]> {
  const problems: string[] = []
  for (const file of [...new Set(names)].flatMap(coverFiles))
    if (!(await exists(join(directory, file)))) problems.push(`没有封面 ${file}`)
  return problems
}

/**
 * Returns the function that copies covers from the folder of the catalogue to the object store. The storage key
 * contains a hash of the pictures, so that a changed cover gets another key, and storing an unchanged cover again
 * changes nothing. Throws an error when a file is no WebP picture or larger than 2 MB, or when there is no object
 * store.
 */
export function coversFrom(directory: string, storage: Storage | undefined): StoreCover {
  return async (ownerId, name) => {
    if (name === undefined) return null
    if (storage === undefined) throw new Error('the catalogue has covers, but no object store was given')
    const pictures = await Promise.all(coverFiles(name).map((file) => readPicture(directory, file)))
    const key = `cover/${ownerId}/${hashPictures(pictures)}`
    for (const [at, width] of pictureSizes.cover.entries())
      await storage.put(pictureFile(key, width), pictures[at] as Buffer)
    return key
  }
}

/** Returns a hash of a cover in all its widths, of 32 hexadecimal digits. */
export function hashPictures(pictures: Buffer[]): string {
  const hash = createHash('sha256')
  for (const picture of pictures) hash.update(`${picture.length}\n`).update(picture)
  return hash.digest('hex').slice(0, 32)
}

async function readPicture(directory: string, file: string): Promise<Buffer> {
  const path = join(directory, file)
  const { size } = await stat(path)
  const picture = size > maxUploadBytes ? Buffer.alloc(0) : await readFile(path)
  const has = (sign: string, at: number) => picture.subarray(at, at + 4).toString('latin1') === sign
  if (!has('RIFF', 0) || !has('WEBP', 8)) throw new Error(`书目的 ${file} 不是 WebP 图片，或者大于 2 MB。`)
  return picture
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
