import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { EditionRole } from '#server/platform/db/tables/edition-tables.ts'
import { findOrCreatePeople, removeLonePeople } from './find-people.ts'

/** The names that a book or an edition credits in one role. */
interface Credited {
  id: string
  names: string[]
}
type EditionCredited = Credited & { role: EditionRole }

/** Number of books whose names are linked together, which bounds the size of statements. */
const booksPerTurn = 500

/**
 * Links the names in `book.authors` and in the editions of these books to people. It replaces former links, and removes
 * people who are named nowhere any more. Must run in a transaction after the names were written.
 */
export async function linkPeople(db: Db, bookIds: string[]) {
  for (let start = 0; start < bookIds.length; start += booksPerTurn)
    await linkBatch(db, bookIds.slice(start, start + booksPerTurn))
}

async function linkBatch(db: Db, bookIds: string[]) {
  const before = await unlinkPeople(db, bookIds)
  const books = await listAuthors(db, bookIds)
  const editions = await listEditionNames(db, bookIds)
  const people = await findOrCreatePeople(
    db,
    [...books, ...editions].flatMap(({ names }) => names),
  )
  const authors = books.flatMap(({ id, names }) =>
    positioned(names, people).map((credit) => ({ bookId: id, ...credit })),
  )
  const others = editions.flatMap(({ id, role, names }) =>
    positioned(names, people).map((credit) => ({ editionId: id, role, ...credit })),
  )
  if (authors.length > 0) await db.insertInto('bookAuthor').values(authors).execute()
  if (others.length > 0) await db.insertInto('editionPerson').values(others).execute()
  await removeLonePeople(db, before)
  await invalidate(db, ...new Set([...before, ...people.values()].map((id) => topic.person(id))))
}

/** Deletes the links of these books and their editions to people. Returns the ids of the people. */
export async function unlinkPeople(db: Db, bookIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    with authors as (delete from book_author where book_id = any(${bookIds}::uuid[]) returning person_id),
      others as (
        delete from edition_person using edition
        where edition.id = edition_id and book_id = any(${bookIds}::uuid[]) returning person_id
      )
    select person_id from authors union select person_id from others`.execute(db)
  return rows.map(({ personId }) => personId)
}

async function listAuthors(db: Db, bookIds: string[]): Promise<Credited[]> {
  return db.selectFrom('book').select(['id', 'authors as names']).where('id', 'in', bookIds).execute()
}

async function listEditionNames(db: Db, bookIds: string[]): Promise<EditionCredited[]> {
  const rows = await db
    .selectFrom('edition')
    .select(['id', 'translators', 'editors', 'illustrators'])
    .where('bookId', 'in', bookIds)
    .execute()
  return rows.flatMap(({ id, translators, editors, illustrators }) => [
    { id, role: 'translator', names: translators },
    { id, role: 'editor', names: editors },
    { id, role: 'illustrator', names: illustrators },
  ])
}

/**
 * Returns the id of the person to whom each name belongs, with the position of the name in the list, counted from 1;
 * names that belong to nobody are left out.
 */
function positioned(names: string[], people: Map<string, string>) {
  return names.flatMap((name, index) => {
    const personId = people.get(name)
    return personId === undefined ? [] : [{ position: index + 1, personId }]
  })
}
