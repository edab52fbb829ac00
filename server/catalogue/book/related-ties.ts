import { sql } from 'kysely'
import type { BookRole } from '#shared/api/book/book.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { compileOnce } from '#server/platform/db/compile-once.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'

/**
 * The strongest tie of a book to another one, which is the reason to recommend that book. Years are negative before the
 * common era.
 */
export type Tie =
  | { kind: 'relation'; sentence: string }
  /** A person whom two books name, with their role in each. */
  | { kind: 'person'; name: string; role: BookRole; otherRole: BookRole }
  /** Authors of the two books who were in one place in the same years. */
  | { kind: 'company'; name: string; otherName: string; place: string; from: number; to: number }
  /** A place of two related books, with the years that both books are about, if there are any. */
  | {
      kind: 'place'
      name: string
      placeKind: PlaceKind
      otherKind: PlaceKind
      from: number | null
      to: number | null
    }
  | { kind: 'tag'; names: string[] }

/** A book that is related to another one, with its strongest tie. */
interface RelatedRow {
  id: string
  title: string
  authors: string[]
  authorIds: (string | null)[]
  cover: string | null
  hasText: boolean
  tie: Tie
}

/** Number of books that are examined per person, place or tag, so that a popular one costs no more than a rare one. */
const perTie = sql.lit(60)

const relationTies = (id: string) => sql`
  select case from_book_id when ${id} then to_book_id else from_book_id end as id, 100.0 as weight,
    jsonb_build_object('kind', 'relation', 'sentence', sentence) as tie
  from book_relation where ${id} in (from_book_id, to_book_id) and removed_at is null`

const personTies = (id: string) => sql`
  select other.book_id, case when mine.role = 'author' and other.role = 'author' then 20.0
      when 'author' in (mine.role, other.role) then 11.0 when 'translator' in (mine.role, other.role) then 9.0 else 7.0 end,
    jsonb_build_object('kind', 'person', 'name', person.name, 'role', mine.role, 'otherRole', other.role)
  from (
    select person_id, 'author' as role from book_author where book_id = ${id}
    union
    select person_id, role from edition join edition_person on edition_id = edition.id where book_id = ${id}
    limit 40
  ) mine
  join person on person.id = mine.person_id
  cross join lateral (
    (select book_id, 'author' as role from book_author where person_id = mine.person_id limit ${perTie})
    union all
    (select book_id, role from edition_person join edition on edition.id = edition_id
      where person_id = mine.person_id limit ${perTie})
  ) other`

/** Ties by authors who lived or died in the same place in the same years. A birthplace does not count. */
const companyTies = (id: string) => sql`
  select book_author.book_id, 6.0 + ln(1 + met."to" - met."from"),
    jsonb_build_object('kind', 'company', 'name', author.name, 'otherName', person.name, 'place', place.name,
      'from', met."from", 'to', met."to")
  from (
    select distinct on (other.person_id) mine.person_id as author_id, other.person_id, mine.place_id,
      greatest(mine.first, other.first) as "from", least(mine.last, other.last) as "to"
    from (
      select person_id, place_id, coalesce(from_year, to_year) as first, coalesce(to_year, from_year) as last
      from person_place
      where person_id in (select person_id from book_author where book_id = ${id}) and kind <> 'born'
        and coalesce(from_year, to_year) is not null
      limit 40
    ) mine
    cross join lateral (
      select person_id, coalesce(from_year, to_year) as first, coalesce(to_year, from_year) as last
      from person_place where place_id = mine.place_id and person_id <> mine.person_id and kind <> 'born'
        and coalesce(from_year, to_year) <= mine.last and coalesce(to_year, from_year) >= mine.first
      limit ${perTie}
    ) other
    order by other.person_id, least(mine.last, other.last) - greatest(mine.first, other.first) desc
  ) met
  join person author on author.id = met.author_id
  join person on person.id = met.person_id
  join place on place.id = met.place_id
  cross join lateral (select book_id from book_author where person_id = met.person_id limit 4) book_author`

/** If a book is about more than this number of years, its time is too vague to be a reason to read another book. */
const longestEra = sql.lit(150)

/** Ties by places. If both books are also about the same years there, the tie is stronger and names these years. */
const placeTies = (id: string) => sql`
  select other.book_id,
    (case when other.kind = mine.kind or both_tell then 5.0 else 3.5 end + case when both_tell and same_time then 2.0 else 0 end)
      / (1 + ln(1 + mine.count)),
    jsonb_build_object('kind', 'place', 'name', mine.name, 'placeKind', mine.kind, 'otherKind', other.kind,
      'from', case when both_tell and same_time then greatest(mine.era_from, book.era_from) end,
      'to', case when both_tell and same_time then least(mine.era_to, book.era_to) end)
  from (
    select book_place.place_id, book_place.kind, place.name, era_from, era_to, counted.count
    from book_place join place on place.id = book_place.place_id join book on book.id = book_id
    cross join lateral (
      select count(*) from (select from book_place all_of where all_of.place_id = place.id limit ${perTie}) few
    ) counted
    where book_id = ${id}
  ) mine
  cross join lateral (select book_id, kind from book_place where place_id = mine.place_id limit ${perTie}) other
  join book on book.id = other.book_id
  cross join lateral (
    select mine.kind in ('setting', 'subject') and other.kind in ('setting', 'subject') as both_tell,
      mine.era_from <= book.era_to and mine.era_to >= book.era_from
        and least(mine.era_to - mine.era_from, book.era_to - book.era_from) <= ${longestEra} as same_time
  ) compared`

/**
 * Ties by tags, except for tags that a third of all books have. The number of all books is the estimate of PostgreSQL,
 * or counted where there are few.
 */
const tagTies = (id: string) => sql`
  select id, sum(weight), jsonb_build_object('kind', 'tag', 'names', (array_agg(name order by weight desc, name))[1:2])
  from (
    select other.book_id as id, tag.name, (case tag.kind when 'form' then 2.0 else 5.0 end) / (1 + ln(1 + tag.count)) as weight
    from book_tag mine
    join tag on tag.id = mine.tag_id
    cross join lateral (
      select book_id from book_tag where tag_id = mine.tag_id order by book_id desc limit ${perTie}
    ) other
    where mine.book_id = ${id} and tag.count * 3 < (
      select greatest(reltuples, (select count(*) from (select from book limit 2000) few)) from pg_class
      where oid = 'book'::regclass
    )
  ) shared group by id`

/** Number of the most closely related books from which a list is chosen. */
const examined = sql.lit(40)

/** Number of books of a list with the same tie, as long as there are books with other ties. */
const perTheme = sql.lit(3)

/**
 * Returns books that are related to a book, the most closely related first, each with its strongest tie: a relation
 * between the books, then people of both, authors who met, places, tags. Books whose tie several others before them
 * have come last, so that the list is varied; all authors who met in the same place count as the same tie. Without
 * `hasRelations`, books that have a relation are left out.
 */
export const listTies = compileOnce(
  (_db, id: string, limit: number, hasRelations: boolean) => sql<RelatedRow>`
    with tie as (
      ${relationTies(id)} union all ${personTies(id)} union all ${companyTies(id)}
      union all ${placeTies(id)} union all ${tagTies(id)}
    )
    select book.id, book.title, book.authors, ${authorIds}, book.cover, chosen.tie,
      exists (select from book_file where book_id = book.id and format = 'epub') as has_text
    from (
      select *, row_number() over (
        partition by case tie ->> 'kind' when 'company' then tie -> 'place' else tie end order by weight desc, id
      ) > ${perTheme} as is_repeated
      from (
        select id, sum(weight) as weight, (array_agg(tie order by weight desc, tie))[1] as tie
        from tie where id <> ${id} group by id
        having ${hasRelations}::boolean or not bool_or(tie ->> 'kind' = 'relation')
        order by weight desc, id limit ${examined}
      ) best
      order by is_repeated, weight desc, id limit ${limit}
    ) chosen
    join book using (id)
    order by chosen.is_repeated, chosen.weight desc, chosen.id`,
)
