import { sql } from 'kysely'
import type { RelatedBook } from '#shared/api/book/book.ts'
import type { Db } from '#server/db/schema.ts'

type Row = Pick<RelatedBook, 'id' | 'title' | 'authors' | 'cover'> & {
  kind: RelatedBook['reason']['kind']
  name: string
}

/**
 * Returns books that share an author, a place or a tag with the given book, the most closely related first, each with
 * its strongest connection as the reason. The more books share an author, place or tag, the less it weighs. The query
 * examines at most 60 books per connection, so that a popular tag costs no more than a rare one.
 */
export async function listRelatedBooks(db: Db, id: string, limit: number): Promise<RelatedBook[]> {
  const { rows } = await sql<Row>`
    with tie as (
      select other.book_id as id, 'author' as kind, person.name, 8.0 as weight
      from book_author mine
      join person on person.id = mine.person_id
      cross join lateral (select book_id from book_author where person_id = mine.person_id limit 60) other
      where mine.book_id = ${id}
      union all
      select other.book_id, 'place', place.name, 5.0 / (1 + ln(1 + shared.count))
      from (select distinct place_id from book_place where book_id = ${id}) mine
      join place on place.id = mine.place_id
      cross join lateral (select count(*) from (select from book_place where place_id = mine.place_id limit 60) counted) shared
      cross join lateral (select distinct book_id from (select book_id from book_place where place_id = mine.place_id limit 60) near) other
      union all
      select other.book_id, case tag.kind when 'era' then 'era' else 'tag' end, tag.name,
        (case tag.kind when 'form' then 3.0 else 6.0 end) / (1 + ln(1 + tag.count))
      from book_tag mine
      join tag on tag.id = mine.tag_id
      cross join lateral (select book_id from book_tag where tag_id = mine.tag_id order by book_id desc limit 60) other
      where mine.book_id = ${id}
    )
    select book.id, book.title, book.authors, book.cover, best.kind, best.name
    from (
      select id, sum(weight) as weight, (array_agg(kind order by weight desc, name))[1] as kind,
        (array_agg(name order by weight desc, name))[1] as name
      from tie where id <> ${id} group by id order by weight desc, id limit ${limit}
    ) best
    join book using (id)
    order by best.weight desc, best.id`.execute(db)
  return rows.map(({ kind, name, ...book }) => ({ ...book, reason: { kind, name } }))
}
