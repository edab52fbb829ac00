import { sql } from 'kysely'
import type { Connected } from '#shared/api/search/connect.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { suggestionEffort } from '#server/search/query/find-candidates.ts'
import { rankBooksByMeanings } from '#server/search/query/rank-books.ts'
import { rankNames, type RankedName } from '#server/search/query/rank-names.ts'
import { readQuery } from '#server/search/query/read-meanings.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import { listConnected, toConnected } from './connected-queries.ts'

/** Number of suggested books, of suggested people and of suggested places. */
const perKind = 5
const maxNamed = 10

/**
 * Returns books, people and places by a typed name, at most 10: those with exactly this name first, then those whose
 * names the search finds. Books that only resemble a part of the text or mention it are left out.
 */
export async function findNamed(db: Db, query: string): Promise<Connected[]> {
  const typed = query.replaceAll(/[《》]/g, '').trim()
  if (typed === '') return []
  const read = await readQuery(db, typed)
  const [exact, { books }, names] = await Promise.all([
    listExact(db, typed),
    rankBooksByMeanings(db, read, { tags: [], free: false }, suggestionEffort),
    rankNames(db, read),
  ])
  const named = (kind: RankedName['kind']) =>
    names
      .filter((name) => name.kind === kind)
      .slice(0, perKind)
      .map(({ id }) => `${kind}.${id}`)
  const titled = books.filter(({ stage }) => stage === 'names' || stage === 'typos').slice(0, perKind)
  const ids = [...exact, ...named('person'), ...titled.map(({ bookId }) => `book.${bookId}`), ...named('place')]
  const unique = [...new Set(ids)].slice(0, maxNamed)
  const known = await listConnected(db, unique)
  return unique.flatMap((id) => {
    const node = known.get(id)
    return node ? [toConnected(node)] : []
  })
}

/**
 * Lists the books, people and places that have exactly this name: people and places by their main name, then the most
 * popular books, then people and places by their further names.
 */
async function listExact(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select 'person.' || id as id from person where name = ${name}
    union all select 'place.' || id from place where name = ${name}
    union all (
      select 'book.' || book_id from search_book where folded = ${compactText(name)} order by weight desc, book_id limit 3
    )
    union all (select 'person.' || person_id from person_name where name = ${name} limit 3)
    union all (select 'place.' || place_id from place_name where name = ${name} limit 3)`.execute(db)
  return rows.map(({ id }) => id)
}
