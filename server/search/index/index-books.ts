import { type RawBuilder, sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { countryName } from '#shared/country.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { indexNames } from './index-names.ts'
import type { NameKey } from './list-named.ts'
import { type ItemDescription, type KnownNames, makeEntry, type StoredName } from './make-entry.ts'
import { lockIndex } from './lock-index.ts'
import { isFurther, latinWords } from '#server/engines/text/search-tokens.ts'
import { writeWords } from './search-words.ts'

/**
 * The smallest number of books whose tokens are added to the token index all at once. PostgreSQL sorts them first, and
 * needs a third of the time that it takes to add the tokens of one book after the other.
 */
const fewestBooks = 400

/**
 * The largest size of the list, in kB (`gin_pending_list_limit`). It is so large that PostgreSQL does not add the list
 * to the index before all books are written; a book has about 6 kB of tokens.
 */
const mostKilobytes = 1_000_000

/**
 * The number of books whose search index entries are updated together, which bounds the duration of statements and the
 * memory.
 */
export const booksPerPage = 500
/** The number of names whose pinyin and tokens are cached while books are indexed. */
const mostKnown = 20_000
/** The number of people, tags and places whose entries one statement updates. */
export const namesPerTurn = 2000
const entriesPerTurn = 2

interface BookRow {
  id: string
  title: string
  subtitle: string | null
  originalTitle: string | null
  authors: string[]
  authorNames: string[]
  translators: string[]
  translatorNames: string[]
  editionTitles: string[]
  people: string[]
  desc: string
  hasText: boolean
  popularity: number
  tags: string[]
  places: string[]
  placeNames: string[]
  /** The country codes and the names of provinces of the book's places, except the places where it was written. */
  regions: string[]
  reasons: string[]
}

/**
 * Updates the search index entries of books, in the caller's transaction, so that the next request finds the new
 * content. Entries of deleted books are removed. A caller that renames a person, a tag or a place must pass all its
 * books. Call this after all other writes of the transaction: it takes the index lock, which blocks all other writers
 * until the commit.
 */
export async function indexBooks(db: Db, ids: string[]) {
  // The same people, tags and places recur in many batches, so their entries are updated once, after all books.
  const names = [...(await indexBooksAlone(db, ids)).values()]
  for (let start = 0; start < names.length; start += namesPerTurn)
    await indexNames(db, names.slice(start, start + namesPerTurn))
}

/**
 * Does what `indexBooks` does, except for the entries of people, tags and places. Returns the people, tags and places
 * whose entries the caller must update with `indexNames`.
 */
export async function indexBooksAlone(db: Db, ids: string[]): Promise<Map<string, NameKey>> {
  // Without the index lock, two concurrent transactions could replace a newer search index entry by an outdated one, or
  // miscount the books of an author.
  await lockIndex(db)
  const changed = new Map<string, NameKey>()
  await collectTokens(db, ids.length, () => indexBatches(db, ids, changed))
  return changed
}

/**
 * Updates the entries of books. Adds the people, tags and places that they have or had in the index to `changed`. The
 * entries of one batch are computed while PostgreSQL writes those of the batch before.
 */
async function indexBatches(db: Db, ids: string[], changed: Map<string, NameKey>) {
  const known: KnownNames = new Map()
  let reading = readBatch(db, ids.slice(0, booksPerPage))
  let writing = Promise.resolve()
  for (let start = 0; start < ids.length; start += booksPerPage) {
    const { before, books } = await reading
    const entries: Entry[] = []
    if (known.size > mostKnown) known.clear()
    for (const book of books) {
      entries.push(await toEntry(book, known))
      // Computing one index entry takes up to half a millisecond of processor time, so the process answers other
      // requests after every few entries.
      if (entries.length % entriesPerTurn === 0) await nextTurn()
    }
    for (const [id, key] of changedNames([...before, ...entries])) changed.set(id, key)
    await writing
    // The next batch is read before this one is written, because both use the connection of the transaction.
    reading = unhandledLater(readBatch(db, ids.slice(start + booksPerPage, start + 2 * booksPerPage)))
    writing = unhandledLater(writeBatch(db, ids.slice(start, start + booksPerPage), entries))
  }
  await writing
}

/** Returns a promise that is awaited later; until then its rejection must not end the process. */
function unhandledLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

async function readBatch(db: Db, ids: string[]) {
  if (ids.length === 0) return { before: [], books: [] }
  const { rows: before } = await sql<{ names: StoredName[]; people: string[] }>`
    select names, people from search_book where book_id = any(${ids}::uuid[])`.execute(db)
  return { before, books: await readBooks(db, ids) }
}

async function writeBatch(db: Db, ids: string[], entries: Entry[]) {
  await sql`delete from search_book where book_id = any(${ids}::uuid[])`.execute(db)
  await writeEntries(db, entries)
  await writeWords(
    db,
    entries.flatMap(({ words }) => words),
  )
}

async function readBooks(db: Db, ids: string[]): Promise<BookRow[]> {
  const { rows } = await sql<BookRow>`
    select id, title, subtitle, original_title, authors, "desc", exists (select from book_file where book_id = book.id) as has_text, popularity,
      array(
        select distinct unnest(translators || editors || illustrators) from edition where book_id = book.id
      ) as translators,
      array(select distinct title from edition where book_id = book.id and title is not null) as edition_titles,
      ${namesOf(sql`select person_id from book_author where book_id = book.id`)} as author_names,
      ${namesOf(editionPeople)} as translator_names,
      array(select person_id from book_author where book_id = book.id union ${editionPeople}) as people,
      array(select tag.name from book_tag join tag on tag.id = tag_id where book_id = book.id order by tag.position) as tags,
      array(
        select distinct name from place where id = any(array(select place_id from book_place where book_id = book.id))
      ) as places,
      array(
        select name from place_name
        where place_id = any(array(select place_id from book_place where book_id = book.id))
        group by name order by min(position), name
      ) as place_names,
      array(
        select distinct unnest(array_remove(array[country, province], null)) from place
        where id = any(array(select place_id from book_place where book_id = book.id and kind <> 'written'))
      ) as regions,
      array(
        select reason from recommendation where book_id = book.id and status = 'approved' order by id limit 20
      ) as reasons
    from book where id = any(${ids}) order by id`.execute(db)
  return rows
}

const editionPeople = sql`select person_id from edition_person join edition on edition.id = edition_id
  where book_id = book.id`

/** The main and further names of the people whose ids a query returns, as a column of the query for books. */
function namesOf(people: RawBuilder<unknown>) {
  return sql`array(
    select name from (
      select name, -1 as position from person where id = any(array(${people}))
      union all select name, position from person_name where person_id = any(array(${people}))
    ) as one group by name order by min(position), name)`
}

async function toEntry(book: BookRow, known: KnownNames) {
  const { id: bookId, title, subtitle, originalTitle, editionTitles, people, tags, places, hasText } = book
  const description = {
    named: [
      ['title', [title]],
      ['also', [subtitle, originalTitle, ...editionTitles].filter((text) => text !== null)],
      ['author', book.authors],
      ['authorAlso', book.authorNames],
      ['translator', book.translators],
      ['translatorAlso', book.translatorNames],
      ['tag', tags],
      ['place', places],
      ['placeAlso', [...book.placeNames, ...book.regions.map(nameOfRegion)]],
    ],
    texts: [book.desc, ...book.reasons],
    filters: [...tags.map((tag) => `#${tag}`), ...(hasText ? ['=free'] : [])],
  } satisfies ItemDescription
  const entry = await makeEntry(description, known)
  // The Latin words of further names are left out here, because `indexNames` stores them with the people and places.
  const words = entry.names.flatMap(([field, text]) => (isFurther(field) ? [] : latinWords(text)))
  return { bookId, ...entry, weight: book.popularity, people, words }
}

/** Returns the name of a country, given by its code, or of a province of China. */
const nameOfRegion = (region: string) => (/^[A-Z]{2}$/.test(region) ? countryName(region) : region)

type Entry = Awaited<ReturnType<typeof toEntry>>

async function writeEntries(db: Db, entries: Entry[]) {
  if (entries.length === 0) return
  // All entries are sent to PostgreSQL as one parameter in JSON, which is faster than thousands of parameters. The
  // tokens of an entry are one string in it, which is faster than a JSON array.
  const rows = JSON.stringify(
    entries.map(({ words: _, bookId, tokens, ...entry }) => ({
      book_id: bookId,
      ...entry,
      tokens: tokens.join(betweenTokens),
    })),
  )
  await sql`insert into search_book (book_id, folded, pinyin, names, tokens, weight, people)
    select book_id, folded, pinyin, names, array_to_tsvector(string_to_array(tokens, ${betweenTokens})), weight, people
    from json_to_recordset(${rows}) as
      entry(book_id uuid, folded text, pinyin text, names jsonb, tokens text, weight integer, people uuid[])`.execute(
    db,
  )
}

/**
 * The separator of the tokens in this string: a control character that no token contains and that JSON does not escape.
 */
const betweenTokens = '\u007f'

/**
 * Returns the people, tags and places that at least one of the books had in the search index before the update or has
 * now, so that their own index entries can be updated.
 */
function changedNames(books: { names: StoredName[]; people: string[] }[]): Map<string, NameKey> {
  const keys = new Map<string, NameKey>()
  for (const { names, people } of books) {
    for (const id of people) keys.set(id, { kind: 'person', id })
    for (const [kind, name] of names)
      if (kind === 'tag' || kind === 'place') keys.set(`${kind}:${name}`, { kind, name })
  }
  return keys
}

/**
 * Runs `write`, which adds entries for `countBooks` books to `search_book`. For many books, PostgreSQL first collects
 * their tokens in a list beside the index and adds the whole list in the end. Must run in a transaction that has locked
 * the search index, because it changes a setting of the token index, which only one transaction at a time can do.
 */
async function collectTokens(db: Db, countBooks: number, write: () => Promise<void>) {
  if (countBooks < fewestBooks) return write()
  // New entries are always written to tier 0, the partition `search_book_first` for popular books, so only the index of
  // this partition needs the setting.
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'search_book_first'::regclass and amname = 'gin'`.execute(db)
  for (const { name } of indexes)
    await sql`alter index ${sql.raw(name)} set (fastupdate = on, gin_pending_list_limit = ${sql.lit(mostKilobytes)})`.execute(
      db,
    )
  await write()
  for (const { name } of indexes) {
    await sql`alter index ${sql.raw(name)} set (fastupdate = off)`.execute(db)
    await sql`alter index ${sql.raw(name)} reset (gin_pending_list_limit)`.execute(db)
    await sql`select gin_clean_pending_list(${name}::regclass)`.execute(db)
  }
}
