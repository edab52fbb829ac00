import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFile, pictureSizes } from '#shared/picture.ts'
import { readObject, type Storage } from '#server/platform/storage/storage.ts'
import { coverFiles, hashPictures } from '#server/catalogue/loading/cover-files.ts'

/** The largest picture that is read into memory, in bytes. The pictures that the site makes are far smaller. */
const maxPictureBytes = 16 * 1024 * 1024

export interface CoverCounts {
  /** The number of covers that were written. */
  covers: number
  /** The number of covers whose pictures are not in the object store; their entries have no cover. */
  missingCovers: number
}

/** Writes a cover, given by its storage key, and returns its name in the export; null for no cover or a missing one. */
export type ExportCover = (key: string | null) => Promise<string | null>

/**
 * Returns a function that copies covers from the object store to the folder `covers` of an export, one at a time. A
 * cover is named by a hash of its pictures, because its storage key would reveal who uploaded it. The function counts
 * what it does in `counts`.
 */
export function exportCoversTo(directory: string, storage: Storage, counts: CoverCounts): ExportCover {
  return async (key) => {
    if (key === null) return null
    const pictures: Buffer[] = []
    for (const width of pictureSizes.cover) {
      const found = await storage.get(pictureFile(key, width))
      const picture = found && (await readObject(found, maxPictureBytes))
      if (picture) pictures.push(picture)
    }
    if (pictures.length < pictureSizes.cover.length) {
      counts.missingCovers += 1
      return null
    }
    counts.covers += 1
    const name = hashPictures(pictures)
    for (const [at, file] of coverFiles(name).entries()) await writeFile(join(directory, file), pictures[at] as Buffer)
    return name
  }
}
