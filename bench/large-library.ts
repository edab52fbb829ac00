import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { indexNames } from '#server/search/index/index-names.ts'
import { rebalanceTiers } from '#server/search/index/rebalance-tiers.ts'
import { nameTokens, textTokens, titleTokens } from '#server/engines/text/search-tokens.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import { type MadeUpBook, makeBook, randomFrom } from '../test/made-up-books.ts'
import { createPatientDatabase } from './patient-database.ts'

export const countBooks = 1_000_000
/** Number of different made-up books, each of which the library contains several times. */
const different = 100_000
const inFirstTier = 20_000
const greatest = 1000
/**
 * The smallest popularity of a book in tier 0 of the search index, which contains the popular books and is searched
 * first. As with real numbers of likes, a few books are very popular and most are not.
 */
const firstTierFrom = Math.floor(greatest * (1 - inFirstTier / countBooks) ** 6)

/**
 * Creates a database with a million books and their search index. Also returns some of the books, from which search
 * queries are made.
 */
export async function createLibrary(): Promise<{ db: Db; samples: MadeUpBook[] }> {
  const { db } = await createPatientDatabase()
  await sql`truncate search_book`.execute(db)
  await sql`drop index search_book_tokens_idx, search_book_first_weight_book_id_idx, search_book_folded_book_id_idx,
    search_book_pinyin_book_id_idx`.execute(db)
  const random = randomFrom(42)
  const books = Array.from({ length: different }, () => makeBook(random))
  for (let start = 0; start < books.length; start += 1000)
    await writeBooks(db, books.slice(start, start + 1000), random)
  await indexAuthors(db)
  await rebalanceTiers(db)
  await copyBooks(db)
  await makeIndexes(db)
  await sql`vacuum analyze`.execute(db)
  return { db, samples: books.filter((_, at) => at % (different / 400) === 0) }
}

/**
 * Copies every book until there are a million. As in a real library, the number of different words then hardly grows,
 * so a search finds more books for each word.
 */
async function copyBooks(db: Db) {
  await db.transaction().execute(async (db) => {
    await sql`create temporary table again on commit drop as
      select book_id, gen_random_uuid() as id
      from search_book cross join generate_series(2, ${countBooks / different}::integer)`.execute(db)
    await sql`insert into book (id, title, authors, "desc")
      select again.id, title, authors, "desc" from again join book on book.id = book_id`.execute(db)
    await sql`insert into search_book (book_id, folded, pinyin, names, tokens, weight, tier)
      select id, folded, pinyin, names, tokens, drawn, case when drawn >= ${firstTierFrom} then 0 else 1 end
      from (select again.id, folded, pinyin, names, tokens, floor(${greatest} * random() ^ 6)::integer as drawn
        from again join search_book using (book_id)) made`.execute(db)
  })
}

async function writeBooks(db: Db, books: MadeUpBook[], random: () => number) {
  const rows = await Promise.all(books.map((book) => toRow(book, random)))
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name])
  await sql`insert into book (id, title, authors, "desc")
    select id, title, array[author], about from unnest(${column('id')}::uuid[], ${column('title')}::text[], ${column('author')}::text[], ${column('desc')}::text[])
      as made(id, title, author, about)`.execute(db)
  await sql`insert into search_book (book_id, folded, pinyin, names, tokens, weight, tier)
    select id, title, pinyin, names, array_to_tsvector(string_to_array(tokens, ' ')), weight,
      case when weight >= ${firstTierFrom} then 0 else 1 end
    from unnest(${column('id')}::uuid[], ${column('title')}::text[], ${column('pinyin')}::text[], ${column('names')}::jsonb[], ${column('tokens')}::text[], ${column('weight')}::integer[])
      as made(id, title, pinyin, names, tokens, weight)`.execute(db)
}

async function toRow({ title, author, desc }: MadeUpBook, random: () => number) {
  const sounds = await spellPinyin(title)
  const authorSounds = await spellPinyin(author, true)
  const tokens = new Set([
    ...nameTokens({ text: title, sounds }),
    ...titleTokens({ text: title, sounds }),
    ...nameTokens({ text: author, sounds: authorSounds }),
    ...textTokens(desc),
  ])
  const names = [
    ['title', title, sounds.join(' ')],
    ['author', author, authorSounds.join(' ')],
  ]
  const weight = Math.floor(greatest * random() ** 6)
  const indexed = { pinyin: sounds.join(''), names: JSON.stringify(names), tokens: [...tokens].join(' ') }
  return { id: newId(), title, author, desc, weight, ...indexed }
}

/**
 * Creates the search indexes that `server/platform/db/migrations/0004-search.sql` defines. Creating them on a full
 * table is faster than maintaining them while books are inserted.
 */
async function makeIndexes(db: Db) {
  await db.connection().execute(async (db) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(db)
    await sql`create index search_book_folded_book_id_idx on search_book (folded, book_id)`.execute(db)
    await sql`create index search_book_pinyin_book_id_idx on search_book (pinyin, book_id)`.execute(db)
    await sql`
      create index search_book_first_weight_book_id_idx on search_book_first (weight desc, book_id desc)`.execute(db)
    await sql`create index search_book_tokens_idx on search_book using gin (tokens) with (fastupdate = off)`.execute(db)
  })
}

/**
 * Makes a person of every made-up author, each with a pen name and a name in Latin letters, and adds all people to the
 * search index.
 */
async function indexAuthors(db: Db) {
  await sql`insert into person (id, name)
    select gen_random_uuid(), authors[1] from book join search_book on book_id = id group by authors[1]
    on conflict (name) do nothing`.execute(db)
  await sql`insert into book_author (book_id, position, person_id)
    select book_id, 1, person.id
    from book join search_book on book_id = book.id join person on person.name = authors[1]`.execute(db)
  await sql`insert into person_name (person_id, name, kind, position)
    select id, name || '居士', 'pen', 0 from person union all
    select id, 'Author ' || substr(md5(name), 1, 8), 'original', 1 from person on conflict do nothing`.execute(db)
  const ids = await db.selectFrom('person').select('id').execute()
  const people = ids.map(({ id }) => ({ kind: 'person' as const, id }))
  for (let start = 0; start < people.length; start += 2000) await indexNames(db, people.slice(start, start + 2000))
}
