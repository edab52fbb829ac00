import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { recountPlaces } from '#server/catalogue/mark-cells/count-places.ts'
import { periodOf } from '#server/catalogue/mark-cells/mark-periods.ts'
import { isOfStory } from '#server/catalogue/mark-cells/marks-of-items.ts'
import { recountMarks } from '#server/catalogue/mark-cells/recount-marks.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { AppQuestion } from './app-process.ts'
import { startChild, startSettings } from './bench-process.ts'
import { createPatientDatabase } from './patient-database.ts'

export const fewMarks = 1000
export const manyMarks = 1_000_000
/** The most books that each of the two large tags has. */
export const booksOfLargeTag = 200_000
/** The position of the first large tag; tags of the catalogue have lower ones. */
export const firstLargePosition = 90_000

/**
 * Number of made-up places around each real place; with fewer places, all book marks would lie on about a thousand
 * points.
 */
const placesAround = 20
/** The number of all marks divided by the number of marks at the place with id `busyPlaceId`. */
const marksPerBusyMark = 10

interface MarkedDatabase {
  connection: Connection
  db: Db
  /** Ids of some of the database's books. */
  bookIds: string[]
  /** A person who wrote a tenth as many books as there are marks. */
  busyPersonId: string
  /** A place with a tenth of all marks. */
  busyPlaceId: string
  /** Two tags. The first belongs to the books with the lowest ids, the second to those with the highest. */
  largeTagIds: string[]
}

export interface MarkedSite extends MarkedDatabase {
  url: string
}

interface MarkedSites {
  small: MarkedSite
  large: MarkedSite
  /** Seconds that loading the large site took. */
  loaded: number
}

let started: Promise<MarkedSites> | undefined

/**
 * Starts a site with few marks on its map and one with many, both without a cache; later calls return the same promise.
 */
export function requireMarkedSites(): Promise<MarkedSites> {
  started ??= startMarkedSites()
  return started
}

async function startMarkedSites(): Promise<MarkedSites> {
  const small = await startMarkedSite(fewMarks)
  const began = performance.now()
  const large = await startMarkedSite(manyMarks)
  return { small, large, loaded: (performance.now() - began) / 1000 }
}

async function startMarkedSite(countMarks: number): Promise<MarkedSite> {
  const database = await createMarkedDatabase(countMarks)
  const child = startChild('app-process.ts', startSettings)
  const { connection } = database
  return { ...database, url: await child.ask({ do: 'listen', isCached: false, connection } satisfies AppQuestion) }
}

/**
 * Creates a database with `countMarks` book marks on the map, made from copies of real books. Each copy has the tags,
 * authors and years of its original. Half of the copies have the places of their original, the others made-up places
 * near them. Tags and places are therefore as uneven and as correlated as in the real catalogue. Some of the copies
 * have one more place and author, which they all share.
 */
async function createMarkedDatabase(countMarks: number): Promise<MarkedDatabase> {
  const { connection, db } = await createPatientDatabase()
  const [busyPersonId, busyPlaceId, largeTagIds] = [newId(), newId(), [newId(), newId()]]
  await db.transaction().execute(async (db) => {
    await sql`select setseed(0.42)`.execute(db)
    await scatterPlaces(db)
    const countBusy = Math.floor(countMarks / marksPerBusyMark)
    await copyBooks(db, countMarks - countBusy)
    await addBusyMarks(db, { countBusy, busyPersonId, busyPlaceId })
    await addLargeTags(db, largeTagIds)
    await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
    await addMarks(db)
    await recountMarks(db)
    await recountPlaces(db)
  })
  // On a real site, PostgreSQL's autovacuum runs during the hours in which so many marks are added; here `vacuum
  // analyze` is run once after all of them.
  await sql`vacuum analyze`.execute(db)
  const books = await sql<{ id: string }>`select distinct item_id as id from mark order by id limit 100`.execute(db)
  return { connection, db, bookIds: books.rows.map(({ id }) => id), busyPersonId, busyPlaceId, largeTagIds }
}

async function scatterPlaces(db: Db) {
  await sql`create temporary table spread (origin uuid, nth integer, id uuid) on commit drop`.execute(db)
  await sql`
    insert into spread select id, nth, case nth when 0 then id else gen_random_uuid() end
    from place cross join generate_series(0, ${placesAround}::integer) nth`.execute(db)
  await sql`
    insert into place (id, name, lng, lat, country, province)
    select spread.id, place.name || nth, least(180, greatest(-180, lng + random_normal(0, 0.4))),
      least(85, greatest(-85, lat + random_normal(0, 0.4))), country, province
    from spread join place on place.id = origin where nth > 0`.execute(db)
  await sql`create index on spread (origin, nth)`.execute(db)
}

async function copyBooks(db: Db, countMarks: number) {
  await sql`
    create temporary table pin on commit drop as
    select book_id, place_id, min(kind) as kind from book_place where ${isOfStory} group by book_id, place_id`.execute(
    db,
  )
  await sql`truncate mark, mark_cell, mark_tile, book_place`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pin`.execute(db)
  const copies = Math.ceil(countMarks / (rows[0]?.n ?? 1)) + 1
  await sql`
    create temporary table copy on commit drop as
    select id as origin, nth, gen_random_uuid() as id, floor(1000 * random() ^ 6)::integer as likes
    from book cross join generate_series(1, ${copies}::integer) nth`.execute(db)
  await sql`
    insert into book (id, title, authors, "desc", era_from, era_to, free, likes, create_time)
    select copy.id, title || nth, authors, "desc", era_from, era_to, free, copy.likes, create_time - random() * interval '1 year'
    from copy join book on book.id = origin`.execute(db)
  await sql`
    insert into book_author (book_id, position, person_id)
    select copy.id, position, person_id from copy join book_author on book_id = origin`.execute(db)
  await sql`
    insert into book_tag (book_id, tag_id) select copy.id, tag_id from copy join book_tag on book_id = origin`.execute(
    db,
  )
  await sql`
    with drawn as materialized (
      select copy.id as book_id, pin.place_id as origin, pin.kind,
        greatest(0, floor((random() * 2 - 1) * ${placesAround}))::integer as nth
      from copy join pin on pin.book_id = copy.origin
    )
    insert into book_place (book_id, place_id, kind)
    select distinct on (book_id, spread.id) book_id, spread.id, kind
    from drawn join spread using (origin, nth) limit ${countMarks}`.execute(db)
}

/** Gives one more author and one more place to some of the copies. */
async function addBusyMarks(
  db: Db,
  { countBusy, busyPersonId, busyPlaceId }: { countBusy: number; busyPersonId: string; busyPlaceId: string },
) {
  await db.insertInto('person').values({ id: busyPersonId, name: '多产的人' }).execute()
  await sql`
    insert into place (id, name, lng, lat, country, province)
    values (${busyPlaceId}, '书多之地', 116.4, 39.9, 'CN', '北京')`.execute(db)
  await sql`
    create temporary table busy on commit drop as select id from copy order by id limit ${countBusy}`.execute(db)
  await sql`update book set authors = authors || '多产的人'::text from busy where book.id = busy.id`.execute(db)
  await sql`
    insert into book_author (book_id, position, person_id)
    select book.id, cardinality(authors), ${busyPersonId} from book join busy using (id)`.execute(db)
  await sql`
    insert into book_place (book_id, place_id, kind)
    select id, ${busyPlaceId}, case when random() < 0.9 then 'setting' else 'subject' end from busy`.execute(db)
}

async function addLargeTags(db: Db, ids: string[]) {
  for (const [at, id] of ids.entries()) {
    const tag = { id, name: `大标签${at}`, kind: 'subject' as const, position: firstLargePosition + at }
    await db.insertInto('tag').values(tag).execute()
    const order = at === 0 ? sql`id` : sql`id desc`
    await sql`
      insert into book_tag (book_id, tag_id)
      select id, ${id} from book order by ${order} limit ${booksOfLargeTag}`.execute(db)
  }
}

/** Makes the marks of all books, as the application does when it writes books. */
async function addMarks(db: Db) {
  await sql`
    insert into mark (item_id, place_id, item_type, kind, x, y, morton_code, popularity, tag_ids, first_period, last_period)
    select book_id, place_id, 'book', kind, x, y, morton_code, popularity,
      array(select tag_id from book_tag where book_tag.book_id = book.id order by tag_id),
      ${periodOf(sql.ref('eraFrom'))}, ${periodOf(sql.ref('eraTo'))}
    from book_place join book on book.id = book_id join place on place.id = place_id`.execute(db)
}
