import { sql } from 'kysely'
import type { BookRole } from '#shared/api/book/book.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Returns how many books a person has in each role, up to one more than `maxCountedBooks`, in the order of the roles;
 * roles without books are left out.
 */
export async function countWorks(db: Db, personId: string): Promise<{ role: BookRole; count: number }[]> {
  const most = sql.lit(maxCountedBooks + 1)
  const { rows } = await sql<{ role: BookRole; count: number }>`
    select 'author' as role, count(*) as count from (
      select distinct book_id from book_author where person_id = ${personId} limit ${most}
    ) written having count(*) > 0
    union all
    select role, count(*) from unnest(array['translator', 'editor', 'illustrator']) role cross join lateral (
      select distinct book_id from edition_person join edition on edition.id = edition_id
      where person_id = ${personId} and edition_person.role = role.role limit ${most}
    ) edited group by role`.execute(db)
  const order: BookRole[] = ['author', 'translator', 'editor', 'illustrator']
  return rows.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
}
