import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { indexBooks } from './index-books.ts'
import { indexNames, indexTours } from './index-names.ts'
import { indexVideos } from './index-videos.ts'
import type { NameKind } from './list-named.ts'
import { lockIndex } from './lock-index.ts'

/**
 * The books, videos and names whose entries in the search index are missing or outdated, or whose entries remain
 * although the book, video or name was deleted.
 */
interface IndexErrors {
  bookIds: string[]
  videoIds: string[]
  /** People, tags, places and tours. The name is undefined for those that must not have an entry. */
  named: { kind: NameKind; id: string; name: string | null }[]
}

/** The number of books, videos or names whose entries one transaction corrects. */
const batchSize = 200

/**
 * Finds the entries that the search index lacks and those that it should not have: of books, videos, and the names of
 * people, tags, places and tours. Does not compare the contents of the entries with the books. Entries of deleted
 * places do not count, because a job removes them every hour. Writes nothing.
 */
export async function findIndexErrors(db: Db): Promise<IndexErrors> {
  const { rows: books } = await sql<{ id: string }>`
    select coalesce(book.id, book_id) as id from book full join search_book on book_id = book.id
    where book.id is null or book_id is null`.execute(db)
  const { rows: videos } = await sql<{ id: string }>`
    select coalesce(video.id, video_id) as id from video full join search_video on video_id = video.id
    where video.id is null or video_id is null`.execute(db)
  const { rows: named } = await sql<IndexErrors['named'][number]>`
    with wanted as (
      select 'person' as kind, id, name from person where exists (select from book_author where person_id = person.id)
        or exists (select from edition_person where person_id = person.id)
      union all select 'tag', id, name from tag where count > 0 and merged_into is null
      union all select 'place', id, name from place where merged_into is null
        and (exists (select from book_place where place_id = place.id)
          or exists (select from person_place where place_id = place.id))
      union all select 'tour', id, title from tour where exists (select from tour_stop where tour_id = tour.id)
    )
    select coalesce(wanted.kind, stored.kind) as kind, coalesce(wanted.id, stored.id) as id, wanted.name
    from wanted full join (select kind, id, name from search_name where variant = '') stored
      on stored.kind = wanted.kind and stored.id = wanted.id
    where wanted.name is distinct from stored.name
      and (wanted.id is not null or stored.kind <> 'place' or exists (select from place where place.id = stored.id))`.execute(
    db,
  )
  return { bookIds: books.map(({ id }) => id), videoIds: videos.map(({ id }) => id), named }
}

/**
 * Writes the missing entries of the search index, and removes the entries of deleted books, videos and names. Searches
 * continue meanwhile.
 */
export async function correctIndex(db: Db, { bookIds, videoIds, named }: IndexErrors) {
  const ids = named.map(({ id }) => id)
  await inBatches(ids, (batch) =>
    db.transaction().execute(async (db) => {
      await lockIndex(db)
      await sql`delete from search_name where id = any(${batch}::uuid[])`.execute(db)
      const keys = named.flatMap(({ kind, id, name }) => {
        if (name === null || kind === 'tour' || !batch.includes(id)) return []
        return [kind === 'person' ? { kind, id } : { kind, name }]
      })
      await indexNames(db, keys)
    }),
  )
  if (named.some(({ kind }) => kind === 'tour')) await db.transaction().execute(indexTours)
  await inBatches(bookIds, (batch) => db.transaction().execute((db) => indexBooks(db, batch)))
  await inBatches(videoIds, (batch) => db.transaction().execute((db) => indexVideos(db, batch)))
}

async function inBatches(ids: string[], run: (batch: string[]) => Promise<unknown>) {
  for (let start = 0; start < ids.length; start += batchSize) await run(ids.slice(start, start + batchSize))
}
