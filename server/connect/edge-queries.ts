import { type RawBuilder, sql } from 'kysely'
import type { StepKind } from '#shared/api/search/connect.ts'
import { type ConnectedKind, readConnectedId } from '#shared/connected-id.ts'
import type { Db } from '#server/db/schema.ts'
import type { Edge } from './find-path.ts'

/** Number of neighbours of one kind that are read per node, the most popular books first. */
const perNode = sql.lit(24)
/** Number of books of one person among which the most popular ones are chosen. */
const perPerson = sql.lit(48)

const costs: Record<StepKind, number> = { relation: 1, credit: 2, company: 4, stay: 5, place: 5 }
/** The cost of an edge to a translator, editor or illustrator, which tells less than one to an author. */
const otherCredit = 3

interface Row {
  source: string
  target: string
  kind: StepKind
  isOther: boolean
}

/**
 * Returns the neighbours of books, people and places, given by ids such as `book.{id}`, in one statement: at most 24 of
 * each kind per node, so that a capital or a prolific translator costs no more than others.
 */
export async function listEdges(db: Db, nodes: string[]): Promise<Edge[]> {
  const read = nodes.flatMap((node) => readConnectedId(node) ?? [])
  const groups = (['book', 'person', 'place'] as const).flatMap((kind) => {
    const ids = read.filter((node) => node.kind === kind).map(({ id }) => id)
    return ids.length > 0 ? edgesOf[kind](sql`unnest(${ids}::uuid[]) as node(id)`) : []
  })
  if (groups.length === 0) return []
  const { rows } = await sql<Row>`${sql.join(groups, sql` union all `)}`.execute(db)
  return rows.map(({ source, target, kind, isOther }) => ({
    from: source,
    to: target,
    kind,
    cost: isOther ? otherCredit : costs[kind],
  }))
}

/**
 * For each kind of node, the statements that read the edges of the nodes in a relation `node(id)`. `isOther` marks the
 * credit of a translator, editor or illustrator.
 */
const edgesOf: Record<ConnectedKind, (nodes: RawBuilder<unknown>) => RawBuilder<unknown>[]> = {
  book: (nodes) => [
    edges(
      'book',
      'book',
      'relation',
      nodes,
      sql`
      (select to_book_id as id from book_relation where from_book_id = node.id and removed_at is null limit ${perNode})
      union all
      (select from_book_id from book_relation where to_book_id = node.id and removed_at is null limit ${perNode})`,
    ),
    edges('book', 'person', 'credit', nodes, sql`select person_id as id from book_author where book_id = node.id`),
    otherEdges(
      'book',
      'person',
      nodes,
      sql`
      select person_id as id from edition join edition_person on edition_id = edition.id
      where book_id = node.id limit ${perNode}`,
    ),
    edges(
      'book',
      'place',
      'place',
      nodes,
      sql`
      select place_id as id from book_place where book_id = node.id limit ${perNode}`,
    ),
  ],
  person: (nodes) => [
    edges(
      'person',
      'book',
      'credit',
      nodes,
      sql`
      select book.id from (select book_id from book_author where person_id = node.id limit ${perPerson}) own
        join book on book.id = book_id order by popularity desc, book.id limit ${perNode}`,
    ),
    otherEdges(
      'person',
      'book',
      nodes,
      sql`
      select book.id from (select edition_id from edition_person where person_id = node.id limit ${perPerson}) own
        join edition on edition.id = edition_id join book on book.id = book_id
      order by popularity desc, book.id limit ${perNode}`,
    ),
    edges(
      'person',
      'place',
      'stay',
      nodes,
      sql`
      select place_id as id from person_place where person_id = node.id limit ${perNode}`,
    ),
    edges(
      'person',
      'person',
      'company',
      nodes,
      sql`
      select other.person_id as id
      from person_place mine cross join lateral (
        select person_id from person_place other
        where other.place_id = mine.place_id and other.person_id <> node.id and other.kind <> 'born'
          and coalesce(other.from_year, other.to_year) <= coalesce(mine.to_year, mine.from_year)
          and coalesce(other.to_year, other.from_year) >= coalesce(mine.from_year, mine.to_year)
        limit ${perNode}
      ) other
      where mine.person_id = node.id and mine.kind <> 'born' limit 60`,
    ),
  ],
  place: (nodes) => [
    edges(
      'place',
      'book',
      'place',
      nodes,
      sql`
      select item_id as id from mark where place_id = node.id and item_type = 'book'
      order by popularity desc, item_id desc limit ${perNode}`,
    ),
    edges(
      'place',
      'person',
      'stay',
      nodes,
      sql`
      select person_id as id from person_place where place_id = node.id limit ${perNode}`,
    ),
  ],
}

type Nodes = RawBuilder<unknown>

function edges(
  from: ConnectedKind,
  to: ConnectedKind,
  kind: StepKind,
  nodes: Nodes,
  neighbours: Nodes,
  isOther = false,
) {
  return sql`select ${sql.lit(`${from}.`)} || node.id as source, ${sql.lit(`${to}.`)} || neighbour.id as target,
    ${sql.lit(kind)} as kind, ${sql.lit(isOther)} as is_other
    from ${nodes} cross join lateral (${neighbours}) neighbour`
}

function otherEdges(from: ConnectedKind, to: ConnectedKind, nodes: Nodes, neighbours: Nodes) {
  return edges(from, to, 'credit', nodes, neighbours, true)
}
