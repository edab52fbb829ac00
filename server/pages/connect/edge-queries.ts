import { type RawBuilder, sql } from 'kysely'
import type { StepKind } from '#shared/api/search/connect.ts'
import { type ConnectedKind, connectedKinds, readConnectedId } from '#shared/connected-id.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Edge } from './find-path.ts'

/**
 * Maximum number of neighbours of one kind that are read for each book, person or place; the most popular books come
 * first.
 */
const perNode = sql.lit(24)
/** Maximum number of books of one person that are read to choose the most popular ones. */
const perPerson = sql.lit(48)
/** Maximum number of people that are read who lived in the same place in the same years as one person (同时同地). */
const maxCompany = sql.lit(60)

/**
 * The costs of edges. A step always costs something, so that a path does not wander; a relation of two books and the
 * author of a book tell the most.
 */
const costs: Record<StepKind, number> = { relation: 3, credit: 3, company: 4, stay: 4, place: 4 }
/** The cost that is added to an edge each time its hub has twice as many books: a big city connects everything. */
const hubCosts: Record<StepKind, number> = { relation: 0, credit: 0.5, company: 0.75, stay: 0.75, place: 0.75 }
/**
 * The cost that is added to an edge between a book and its translator, editor or illustrator, who is less close to it
 * than its author.
 */
const otherCredit = 1

interface Row {
  source: string
  target: string
  kind: StepKind
  isOther: boolean
  hubBooks: number
}

/**
 * Returns the edges from books, people and places, given by ids such as `book.{id}`, to their neighbours, in one
 * statement. The number of edges of one kind per node is bounded, so that a capital or a prolific translator costs no
 * more than others.
 */
export async function listEdges(db: Db, nodes: string[]): Promise<Edge[]> {
  const read = nodes.flatMap((node) => readConnectedId(node) ?? [])
  const groups = connectedKinds.flatMap((kind) => {
    const ids = read.filter((node) => node.kind === kind).map(({ id }) => id)
    return ids.length > 0 ? edgesOf[kind].map((edges) => selectEdges(kind, ids, edges)) : []
  })
  if (groups.length === 0) return []
  const { rows } = await sql<Row>`${sql.join(groups, sql` union all `)}`.execute(db)
  return rows.map(({ source, target, kind, isOther, hubBooks }) => ({
    from: source,
    to: target,
    kind,
    cost: costs[kind] + (isOther ? otherCredit : 0) + hubCosts[kind] * Math.log2(hubBooks),
  }))
}

/** The connections of one kind that lead from a book, person or place to its neighbours. */
interface EdgeGroup {
  to: ConnectedKind
  kind: StepKind
  /** Whether the connections are those of a book with its translators, editors or illustrators. */
  isOther?: boolean
  /** An SQL query for the ids of the neighbours of one node of the graph; `node.id` in it is the id of the node. */
  neighbours: RawBuilder<unknown>
  /**
   * An SQL query for the number of books of the hub of the connection, which is a place, or a translator, editor or
   * illustrator; `neighbour` in it is a row of `neighbours`. Omitted for connections without such a hub.
   */
  hubBooks?: RawBuilder<unknown>
}

const booksOfPlace = (place: string) => sql`select count_books from place_count where place_id = ${sql.ref(place)}`
const booksOfTranslator = (person: string) =>
  sql`select count(*) from (select from edition_person where person_id = ${sql.ref(person)} limit ${perPerson}) own`

const edgesOf: Record<ConnectedKind, EdgeGroup[]> = {
  book: [
    {
      to: 'book',
      kind: 'relation',
      neighbours: sql`
        (select to_book_id as id from book_relation where from_book_id = node.id and removed_at is null limit ${perNode})
        union all
        (select from_book_id from book_relation where to_book_id = node.id and removed_at is null limit ${perNode})`,
    },
    { to: 'person', kind: 'credit', neighbours: sql`select person_id as id from book_author where book_id = node.id` },
    {
      to: 'person',
      kind: 'credit',
      isOther: true,
      neighbours: sql`
        select person_id as id from edition join edition_person on edition_id = edition.id
        where book_id = node.id limit ${perNode}`,
      hubBooks: booksOfTranslator('neighbour.id'),
    },
    {
      to: 'place',
      kind: 'place',
      neighbours: sql`select place_id as id from book_place where book_id = node.id limit ${perNode}`,
      hubBooks: booksOfPlace('neighbour.id'),
    },
  ],
  person: [
    {
      to: 'book',
      kind: 'credit',
      neighbours: sql`
        select book.id from (select book_id from book_author where person_id = node.id limit ${perPerson}) own
          join book on book.id = book_id order by popularity desc, book.id limit ${perNode}`,
    },
    {
      to: 'book',
      kind: 'credit',
      isOther: true,
      neighbours: sql`
        select book.id from (select edition_id from edition_person where person_id = node.id limit ${perPerson}) own
          join edition on edition.id = edition_id join book on book.id = book_id
        order by popularity desc, book.id limit ${perNode}`,
      hubBooks: booksOfTranslator('node.id'),
    },
    {
      to: 'place',
      kind: 'stay',
      neighbours: sql`select place_id as id from person_place where person_id = node.id limit ${perNode}`,
      hubBooks: booksOfPlace('neighbour.id'),
    },
    {
      to: 'person',
      kind: 'company',
      neighbours: sql`
        select other.person_id as id, mine.place_id
        from person_place mine cross join lateral (
          select person_id from person_place other
          where other.place_id = mine.place_id and other.person_id <> node.id and other.kind <> 'born'
            and coalesce(other.from_year, other.to_year) <= coalesce(mine.to_year, mine.from_year)
            and coalesce(other.to_year, other.from_year) >= coalesce(mine.from_year, mine.to_year)
          limit ${perNode}
        ) other
        where mine.person_id = node.id and mine.kind <> 'born' limit ${maxCompany}`,
      hubBooks: booksOfPlace('neighbour.place_id'),
    },
  ],
  place: [
    {
      to: 'book',
      kind: 'place',
      neighbours: sql`
        select book_id as id from unnest(array['setting', 'subject', 'author', 'written']) relation(kind)
        cross join lateral (
          select book_id, book_popularity from book_place linked
          where linked.place_id = node.id and linked.kind = relation.kind
          order by book_popularity desc, book_id desc limit ${perNode}
        ) linked group by book_id order by max(book_popularity) desc, book_id desc limit ${perNode}`,
      hubBooks: booksOfPlace('node.id'),
    },
    {
      to: 'person',
      kind: 'stay',
      neighbours: sql`select person_id as id from person_place where place_id = node.id limit ${perNode}`,
      hubBooks: booksOfPlace('node.id'),
    },
  ],
}

/**
 * Returns an SQL query for the connections of one kind from the given books, people or places, which are all of one
 * kind.
 */
function selectEdges(from: ConnectedKind, ids: string[], { to, kind, isOther = false, ...group }: EdgeGroup) {
  const { neighbours, hubBooks = sql`select null::integer` } = group
  return sql`select ${sql.lit(`${from}.`)} || node.id as source, ${sql.lit(`${to}.`)} || neighbour.id as target,
    ${sql.lit(kind)} as kind, ${sql.lit(isOther)} as is_other,
    greatest((${hubBooks}), 1)::integer as hub_books
    from unnest(${ids}::uuid[]) as node(id) cross join lateral (${neighbours}) neighbour`
}
