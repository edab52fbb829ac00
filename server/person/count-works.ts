import { sql } from 'kysely'
import type { BookRole } from '#shared/api/book/book.ts'
import type { Db } from '#server/db/schema.ts'

/** Returns how many books a person has in each role, in the order of the roles; roles without books are left out. */
export async function countWorks(db: Db, personId: string): Promise<{ role: BookRole; count: number }[]> {
  const { rows } = await sql<{ role: BookRole; count: number }>`
    select 'author' as role, count(distinct book_id) as count from book_author where person_id = ${personId}
    having count(*) > 0
    union all
    select role, count(distinct book_id) from edition_person join edition on edition.id = edition_id
    where person_id = ${personId} group by role
    order by 1`.execute(db)
  const order: BookRole[] = ['author', 'translator', 'editor', 'illustrator']
  return rows.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
}
