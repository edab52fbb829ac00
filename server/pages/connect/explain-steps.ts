import { sql } from 'kysely'
import type { ConnectPoint, StepKind } from '#shared/api/search/connect.ts'
import type { RelationKind } from '#shared/api/book/relation.ts'
import type { BookRole } from '#shared/api/book/book.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { relationText } from '#shared/api/book/relation-text.ts'
import { readConnectedId } from '#shared/connected-id.ts'
import { yearsText, yearText } from '#shared/year-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { rankOfKind } from '#server/catalogue/relation/relation-queries.ts'
import type { LocatedNode } from './connected-queries.ts'

/** A step of a path: its sentence, and the place where two people met, if that is what connects them. */
interface Explained {
  sentence: string
  point?: ConnectPoint
}

/**
 * Explains one step of a path in a Chinese sentence. The step must exist: throws an error if the two nodes are not
 * connected in this way, which happens only if they were changed while the path was searched.
 */
export async function explainStep(db: Db, kind: StepKind, one: LocatedNode, other: LocatedNode): Promise<Explained> {
  // The sentence names a book before a person, and a person before a place, so that it is the same in both directions
  // of the step.
  const order = ['book', 'person', 'place']
  const rank = ({ id }: LocatedNode) => order.indexOf(readConnectedId(id)?.kind ?? '')
  const [a, b] = rank(one) <= rank(other) ? [one, other] : [other, one]
  return explain[kind](db, a, b)
}

const uuid = ({ id }: LocatedNode) => readConnectedId(id)?.id ?? ''

const explain: Record<StepKind, (db: Db, a: LocatedNode, b: LocatedNode) => Promise<Explained>> = {
  relation: explainRelation,
  credit: explainCredit,
  company: explainCompany,
  stay: explainStay,
  place: explainPlace,
}

async function explainRelation(db: Db, a: LocatedNode, b: LocatedNode): Promise<Explained> {
  const { rows } = await sql<{ fromBookId: string; kind: RelationKind; sentence: string }>`
    select from_book_id, kind, sentence from book_relation
    where removed_at is null and ((from_book_id = ${uuid(a)} and to_book_id = ${uuid(b)})
      or (from_book_id = ${uuid(b)} and to_book_id = ${uuid(a)}))
    order by ${rankOfKind}, from_book_id
    limit 1`.execute(db)
  const { fromBookId, kind, sentence } = first(rows)
  const [from, to] = fromBookId === uuid(a) ? [a, b] : [b, a]
  return { sentence: `${relationText(kind, from.name, to.name)}：${sentence}` }
}

async function explainCredit(db: Db, book: LocatedNode, person: LocatedNode): Promise<Explained> {
  const { rows } = await sql<{ role: BookRole }>`
    select 'author' as role, 0 as rank from book_author where book_id = ${uuid(book)} and person_id = ${uuid(person)}
    union all
    select role, array_position(array['translator', 'editor', 'illustrator'], role)
    from edition join edition_person on edition_id = edition.id
    where book_id = ${uuid(book)} and person_id = ${uuid(person)} order by rank limit 1`.execute(db)
  const { role } = first(rows)
  const work = { author: '写了', translator: '译了', editor: '编了', illustrator: '画了' }[role]
  return { sentence: `${person.name}${work}《${book.name}》${role === 'illustrator' ? '的插图' : ''}。` }
}

async function explainCompany(db: Db, a: LocatedNode, b: LocatedNode): Promise<Explained> {
  const { rows } = await sql<{ from: number; to: number; name: string; lng: number; lat: number }>`
    select greatest(coalesce(mine.from_year, mine.to_year), coalesce(other.from_year, other.to_year)) as "from",
      least(coalesce(mine.to_year, mine.from_year), coalesce(other.to_year, other.from_year)) as "to", name, lng, lat
    from person_place mine join person_place other using (place_id) join place on place.id = mine.place_id
    where mine.person_id = ${uuid(a)} and other.person_id = ${uuid(b)} and mine.kind <> 'born' and other.kind <> 'born'
      and coalesce(other.from_year, other.to_year) <= coalesce(mine.to_year, mine.from_year)
      and coalesce(other.to_year, other.from_year) >= coalesce(mine.from_year, mine.to_year)
    order by least(coalesce(mine.to_year, mine.from_year), coalesce(other.to_year, other.from_year))
      - greatest(coalesce(mine.from_year, mine.to_year), coalesce(other.from_year, other.to_year)) desc, place.id
    limit 1`.execute(db)
  const { from, to, ...point } = first(rows)
  return { sentence: `${a.name}和${b.name} ${yearsText(from, to)}都在${point.name}。`, point }
}

async function explainStay(db: Db, person: LocatedNode, place: LocatedNode): Promise<Explained> {
  const { rows } = await sql<{ kind: 'born' | 'lived' | 'died'; fromYear: number | null; toYear: number | null }>`
    select kind, from_year, to_year from person_place
    where person_id = ${uuid(person)} and place_id = ${uuid(place)}
    order by array_position(array['born', 'lived', 'died'], kind), position limit 1`.execute(db)
  const { kind, fromYear, toYear } = first(rows)
  const [year, last] = [fromYear ?? toYear, toYear ?? fromYear]
  const when = year === null || last === null ? '' : ` ${yearsText(year, last)}`
  if (kind === 'born')
    return { sentence: `${person.name}${year === null ? '' : ` ${yearText(year)}`}生在${place.name}。` }
  if (kind === 'died') return { sentence: `${person.name}${when}在${place.name}去世。` }
  return { sentence: when ? `${person.name}${when}住在${place.name}。` : `${person.name}在${place.name}住过。` }
}

async function explainPlace(db: Db, book: LocatedNode, place: LocatedNode): Promise<Explained> {
  const { rows } = await sql<{ kind: PlaceKind }>`
    select kind from book_place where book_id = ${uuid(book)} and place_id = ${uuid(place)}
    order by array_position(array['setting', 'subject', 'written', 'author'], kind) limit 1`.execute(db)
  const { kind } = first(rows)
  if (kind === 'setting') return { sentence: `《${book.name}》的故事发生在${place.name}。` }
  if (kind === 'subject') return { sentence: `《${book.name}》写的是${place.name}。` }
  return {
    sentence: kind === 'written' ? `《${book.name}》写于${place.name}。` : `《${book.name}》的作者来自${place.name}。`,
  }
}

function first<T>([row]: T[]): T {
  if (row === undefined) throw new Error('a step of the path is gone')
  return row
}
