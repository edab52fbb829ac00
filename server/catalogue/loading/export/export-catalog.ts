import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db/schema.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { exportBooks, exportRelations } from './export-books.ts'
import { type CoverCounts, exportCoversTo, type ExportCover } from './export-covers.ts'
import { exportPeople } from './export-people.ts'
import { exportAliases, exportPlaces, exportTags } from './export-places.ts'
import { inBatches, rowsPerBatch, withoutEmpty, sentencesByPlace, type PlacesByKind } from './export-rows.ts'
import { exportRoutes, exportTours } from './export-tours.ts'
import { makeFolder } from './make-folder.ts'
import { type ExportFolder, writeEntries, writeYaml } from './write-entries.ts'
import { sql } from 'kysely'

interface VideoRow {
  id: string
  createTime: Date
  title: string
  source: string
  cover: string | null
  desc: string
  tags: string[]
  places: PlacesByKind | null
}

interface RedirectRow {
  noun: string
  from: string
  to: string | null
}

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

/**
 * Yields the redirects from former ids, keys and names of objects, in batches, sorted by the kind of object and the
 * former id, key or name. `to` is the id of the object that replaces the former one or, for a tag, the name of the
 * replacing tag. It is missing if the object was removed, or if its replacement no longer exists.
 */
async function* exportRedirects(db: Db): AsyncGenerator<object[]> {
  let [noun, from] = ['', '']
  for (;;) {
    const { rows } = await sql<RedirectRow>`
      select noun, old_key as "from", case noun
        when 'tag' then (select name from tag where id = target_id)
        when 'book' then (select id::text from book where id = target_id)
        when 'person' then (select id::text from person where id = target_id)
        when 'place' then (select id::text from place where id = target_id)
        else (select id::text from tour where id = target_id)
      end as "to"
      from redirect where (noun, old_key) > (${noun}, ${from}) order by noun, old_key limit ${rowsPerBatch}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(withoutEmpty)
    ;({ noun, from } = last)
  }
}

/** Returns the videos with the given ids as entries of a catalogue, in the order of their ids. */
async function exportVideos(db: Db, ids: string[], exportCover: ExportCover): Promise<object[]> {
  const { rows } = await sql<VideoRow>`
    select id, create_time, title, source, cover, "desc",
      array(select name from video_tag join tag on tag.id = tag_id where video_id = video.id order by kind, position, name) as tags,
      (select jsonb_object_agg(kind, places) from (
        select kind, ${sentencesByPlace} as places from video_place join place on place.id = place_id
        where video_id = video.id group by kind
      ) pinned) as places
    from video where id = any(${ids}::uuid[]) order by id`.execute(db)
  const entries: object[] = []
  for (const { cover, createTime, desc, places, ...row } of rows)
    entries.push({
      ...withoutEmpty({
        ...row,
        createTime: createTime.toISOString(),
        desc: desc === '' ? null : desc,
        cover: await exportCover(cover),
      }),
      places: places ?? {},
    })
  return entries
}
