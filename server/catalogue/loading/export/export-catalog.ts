import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db/schema.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { exportBooks, exportRelations } from './export-books.ts'
import { type CoverCounts, exportCoversTo } from './export-covers.ts'
import { exportPeople } from './export-people.ts'
import { exportAliases, exportPlaces, exportTags } from './export-places.ts'
import { exportRedirects } from './export-redirects.ts'
import { inBatches } from './export-rows.ts'
import { exportRoutes, exportTours } from './export-tours.ts'
import { exportVideos } from './export-videos.ts'
import { makeFolder } from './make-folder.ts'
import { type ExportFolder, writeEntries, writeYaml } from './write-entries.ts'

/** The number of exported entries of each kind. */
type ExportCounts = CoverCounts &
  Record<'places' | 'people' | 'books' | 'videos' | 'tours' | 'routes' | 'relations' | 'aliases' | 'redirects', number>

/**
 * Writes the whole catalogue of a site as open data into a new or empty folder: as a catalogue folder of YAML files
 * with the pictures of uploaded covers, which `CATALOG` of another site can name, and as JSON Lines below `jsonl`, one
 * entry a line. All data are read from one snapshot of the database. Accounts, comments, ratings and texts are not part
 * of the catalogue. Throws an error with a Chinese message, and leaves no files, when the folder is not empty or cannot
 * be written, or when `signal` is aborted.
 */
export function exportCatalog(
  { db, storage }: { db: Db; storage: Storage },
  directory: string,
  signal?: AbortSignal,
): Promise<ExportCounts> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return makeFolder(directory, (unfinished) =>
    snapshot.execute((db) => writeCatalog({ db, storage }, { directory: unfinished, signal })),
  )
}

async function writeCatalog(
  { db, storage }: { db: Db; storage: Storage },
  folder: ExportFolder,
): Promise<ExportCounts> {
  const { directory } = folder
  for (const name of ['jsonl', 'covers']) await mkdir(join(directory, name))
  const covers: CoverCounts = { covers: 0, missingCovers: 0 }
  const exportCover = exportCoversTo(directory, storage, covers)
  const write = <T extends object>(entries: Parameters<typeof writeEntries<T>>[1]) => writeEntries(folder, entries)
  await writeYaml(join(directory, 'tags.yaml'), await exportTags(db))
  return {
    places: await write({
      kind: 'places',
      batches: inBatches(db, 'place', exportPlaces),
      toYaml: Object.fromEntries,
      toLine: ([name, fields]) => ({ name, ...fields }),
    }),
    people: await write({ kind: 'people', batches: inBatches(db, 'person', exportPeople) }),
    books: await write({
      kind: 'books',
      batches: inBatches(db, 'book', (db, ids) => exportBooks(db, ids, exportCover)),
    }),
    videos: await write({
      kind: 'videos',
      batches: inBatches(db, 'video', (db, ids) => exportVideos(db, ids, exportCover)),
    }),
    tours: await write({ kind: 'tours', batches: inBatches(db, 'tour', exportTours) }),
    routes: await write({ kind: 'routes', batches: inBatches(db, 'route', exportRoutes) }),
    relations: await write({ kind: 'relations', batches: exportRelations(db), isOneFile: true }),
    aliases: await write({
      kind: 'aliases',
      batches: exportAliases(db),
      isOneFile: true,
      toYaml: Object.fromEntries,
      toLine: ([name, aliases]) => ({ name, aliases }),
    }),
    redirects: await write({ kind: 'redirects', batches: exportRedirects(db) }),
    ...covers,
  }
}
