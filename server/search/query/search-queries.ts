import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { StoredName } from '#server/search/index/make-entry.ts'
import type { NameKind } from '#server/search/index/list-named.ts'
import type { SearchStage } from '#shared/api/search/explained.ts'

export interface BookCandidate {
  bookId: string
  names: StoredName[]
  weight: number
  stage: SearchStage
  /** Description and recommendations of the book; set only if the search stage is `text`. */
  about?: string
}
export interface NameCandidate {
  kind: NameKind
  id: string
  /** The main name of the person, tag, place or tour. */
  name: string
  /** The further name of the person or place that was found; empty if the main name was. */
  variant: string
  /** The pinyin of the name that was found, with spaces between the syllables. */
  syllables: string
  weight: number
}

/**
 * The largest Unicode code point. For a prefix search, every string with the prefix `p` lies between `p` and `p +
 * last`.
 */
const last = '\u{10ffff}'
/**
 * The search index has two tiers: tier 0 has the most popular books and names, tier 1 all others. A search reads tier 1
 * only if it needs more results.
 */
export type Tier = 0 | 1

/** Returns true if the index of books has entries in tier 1. */
export async function hasSecondTier(db: Db): Promise<boolean> {
  const row = await db.selectFrom('searchBook').select('tier').where('tier', '=', 1).limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the books whose title, in characters or in pinyin without spaces, starts with the text `compact`: from tier 0
 * the most popular ones, and from tier 1 the alphabetically first ones, because sorting the many books of tier 1 by
 * popularity would take too long.
 */
export async function findBooksByStart(db: Db, compact: string, filter: string | undefined): Promise<BookCandidate[]> {
  const begun = (['folded', 'pinyin'] as const).flatMap((column) => [
    startingWith(column, compact, filter, { tier: 0, order: sql`weight desc, book_id desc` }),
    startingWith(column, compact, filter, { tier: 1, order: sql`${sql.ref(column)}, book_id` }),
  ])
  const { rows } = await sql<BookCandidate>`${sql.join(begun, sql` union all `)}`.execute(db)
  return rows
}

function startingWith(
  column: 'folded' | 'pinyin',
  compact: string,
  filter: string | undefined,
  { tier, order }: { tier: Tier; order: RawBuilder<unknown> },
) {
  return sql`(select book_id, names, weight, 'names' as stage from search_book
    where tier = ${sql.lit(tier)} and ${sql.ref(column)} >= ${compact} and ${sql.ref(column)} < ${compact + last}
      and ${matches(filter)}
    order by ${order} limit ${tier === 0 ? 80 : 40})`
}

/** Returns the books with one of the titles, which are without spaces (`compactText`), the most popular first. */
export async function findBooksByTitles(
  db: Db,
  titles: string[],
  filter: string | undefined,
): Promise<BookCandidate[]> {
  const { rows } = await sql<BookCandidate>`select book_id, names, weight, 'partial' as stage from search_book
    where folded = any(${titles}) and ${matches(filter)}
    order by weight desc, book_id desc limit 60`.execute(db)
  return rows
}

const about = sql`, (select "desc" || coalesce((
    select string_agg(' ' || reason, '') from recommendation where book_id = book.id and status = 'approved'
  ), '') from book where id = search_book.book_id) as about`

/** Books to look for in one tier of the search index: those that match any `tsquery` of `tokens`. */
interface TokenSearch {
  tokens: string[]
  tier: Tier
}

/**
 * Returns the results of several searches of the search index together: for each search at most `limit` books, the most
 * popular first, without the books whose ids are in `known`. The tier is a literal in the statement, because the table
 * is partitioned by the tier.
 */
export async function findBooksByTokens(
  db: Db,
  searches: TokenSearch[],
  options: { filter: string | undefined; stage: SearchStage; limit: number; known?: string[] },
): Promise<BookCandidate[]> {
  const { filter, stage, limit, known = [] } = options
  if (searches.length === 0) return []
  const isNew = known.length === 0 ? sql`true` : sql`book_id <> all(${known}::uuid[])`
  const selects = searches.map(({ tokens, tier }) => {
    const filtered = filter === undefined ? tokens : tokens.map((one) => `${one} & ${filter}`)
    const select = (isMatch: RawBuilder<boolean>) => sql`
      select book_id, names, weight, ${stage}::text as stage${stage === 'text' ? about : sql``} from search_book
        where tier = ${sql.lit(tier)} and ${isMatch} and ${isNew}`
    return sql`(${matchingAny(filtered, sql`weight, book_id`, select, searches.length)} order by weight desc, book_id desc limit ${limit})`
  })
  const { rows } = await sql<BookCandidate>`${sql.join(selects, sql` union all `)}`.execute(db)
  return rows
}

/**
 * A `tsquery` of at most this many characters, or several searches in one statement that have as many together, can be
 * compared with the tokens of every row of a small table.
 */
const longestToCompare = 40

/**
 * Returns the query `select` for the rows whose tokens match any of several `tsquery` expressions, each row once by its
 * `key`. The index is asked for each expression by itself, and for a long one too: PostgreSQL considers the comparison
 * of tokens as cheap as one of numbers, so it would rather compare every row of a small table with every expression.
 * The `offset 0` prevents this.
 */
function matchingAny(
  tokens: string[],
  key: RawBuilder<unknown>,
  select: (isMatch: RawBuilder<boolean>) => RawBuilder<unknown>,
  countSearches = 1,
) {
  const [only = '', ...others] = tokens
  if (others.length === 0 && countSearches * only.length <= longestToCompare) return select(matches(only))
  return sql`select distinct on (${key}) found.* from unnest(${tokens}::tsquery[]) one
    cross join lateral (${select(sql`tokens @@ one`)} offset 0) found`
}

/**
 * Returns the book with an ISBN. The ISBN as typed is added to the names of the book, so that ranking and highlighting
 * treat it as a match.
 */
export async function findBookByIsbn(db: Db, isbn13: string, typed: string): Promise<BookCandidate[]> {
  const { rows } = await sql<BookCandidate>`
    select book_id, names, weight, 'names' as stage from search_book join edition using (book_id)
    where isbn13 = ${isbn13}`.execute(db)
  return rows.map((row) => ({ ...row, names: [...row.names, ['also', typed, '']] }))
}

export async function findNamesByStart(db: Db, compact: string): Promise<NameCandidate[]> {
  const { rows } = await sql<NameCandidate>`
    (select kind, id, name, variant, syllables, weight from search_name
      where folded >= ${compact} and folded < ${compact + last} order by folded, kind, id limit 40)
    union all
    (select kind, id, name, variant, syllables, weight from search_name
      where pinyin >= ${compact} and pinyin < ${compact + last} order by pinyin, kind, id limit 40)`.execute(db)
  return rows
}

/**
 * Returns the indexed names (of people, tags, places and tours) that equal one of the texts, as written or in pinyin.
 */
export async function findNamesExactly(db: Db, texts: string[]): Promise<NameCandidate[]> {
  const { rows } = await sql<NameCandidate>`
    (select kind, id, name, variant, syllables, weight from search_name where folded = any(${texts}) limit 20)
    union all
    (select kind, id, name, variant, syllables, weight from search_name where pinyin = any(${texts}) limit 20)`.execute(
    db,
  )
  return rows
}

/** Returns the names in one tier of the index that match any `tsquery` of `tokens`, those of the most books first. */
export async function findNamesByTokens(db: Db, tokens: string[], tier: Tier): Promise<NameCandidate[]> {
  if (tokens.length === 0) return []
  const select = (isMatch: RawBuilder<boolean>) => sql`
    select kind, id, name, variant, syllables, weight from search_name where tier = ${sql.lit(tier)} and ${isMatch}`
  const { rows } = await sql<NameCandidate>`
    ${matchingAny(tokens, sql`weight, kind, id, variant`, select)}
    order by weight desc, kind, id, variant limit 100`.execute(db)
  return rows
}

function matches(tokens: string | undefined): RawBuilder<boolean> {
  return tokens === undefined ? sql`true` : sql`tokens @@ ${tokens}::tsquery`
}
