import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { Merge } from '#server/catalogue/editing/move-pairs.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'

/**
 * Links all books and editions that credit the loser of a merge to the winner. Records each credit with its printed
 * name, so that `restoreCredits` can undo this.
 */
export async function moveCredits(db: Db, { id, loserId, winnerId }: Merge) {
  await sql`
    insert into merge_row (merge_id, table_name, loser_row)
    select ${id}, 'book_author', jsonb_build_object('book_id', book_id, 'position', position, 'name', authors[position])
    from book_author join book on book.id = book_id where person_id = ${loserId}`.execute(db)
  await sql`
    insert into merge_row (merge_id, table_name, loser_row)
    select ${id}, 'edition_person', jsonb_build_object('edition_id', edition_id, 'role', role,
      'position', edition_person.position, 'name', ${creditedName})
    from edition_person join edition on edition.id = edition_id where person_id = ${loserId}`.execute(db)
  await sql`update book_author set person_id = ${winnerId} where person_id = ${loserId}`.execute(db)
  await sql`update edition_person set person_id = ${winnerId} where person_id = ${loserId}`.execute(db)
}

/**
 * Undoes `moveCredits` for credits that still have the same printed name. Books that have named the loser since the
 * merge are linked to them as well. Must run after the names of both people were restored.
 */
export async function restoreCredits(db: Db, { id, loserId, winnerId }: Merge) {
  await sql`
    update book_author set person_id = ${loserId} from merge_row noted, book
    where noted.merge_id = ${id} and noted.table_name = 'book_author' and person_id = ${winnerId}
      and book.id = book_id and book_id = (loser_row ->> 'book_id')::uuid
      and position = (loser_row ->> 'position')::integer and authors[position] = loser_row ->> 'name'`.execute(db)
  await sql`
    update edition_person set person_id = ${loserId} from merge_row noted, edition
    where noted.merge_id = ${id} and noted.table_name = 'edition_person' and person_id = ${winnerId}
      and edition.id = edition_id and edition_id = (loser_row ->> 'edition_id')::uuid
      and role = loser_row ->> 'role' and edition_person.position = (loser_row ->> 'position')::integer
      and ${creditedName} = loser_row ->> 'name'`.execute(db)
  await linkPeople(db, await listBooksWithNameOf(db, loserId, winnerId))
}

/** Returns the books that name the winner of a merge of two people by a name that only the loser has. */
async function listBooksWithNameOf(db: Db, loserId: string, winnerId: string): Promise<string[]> {
  const { rows } = await sql<{ bookId: string }>`
    with own as (
      (select name from person where id = ${loserId} union select name from person_name where person_id = ${loserId})
      except
      (select name from person where id = ${winnerId} union select name from person_name where person_id = ${winnerId})
    )
    select book_id from book_author join book on book.id = book_id
    where person_id = ${winnerId} and authors[position] in (select name from own)
    union
    select book_id from edition_person join edition on edition.id = edition_id
    where person_id = ${winnerId} and ${creditedName} in (select name from own)`.execute(db)
  return rows.map(({ bookId }) => bookId)
}

/**
 * An SQL expression for the name that is printed on an edition in a role and at a position, such as the second
 * translator. A row of `edition_person` links this name to a person. Must be used in a query of `edition_person` joined
 * with `edition`.
 */
const creditedName = sql`(case role when 'translator' then translators when 'editor' then editors else illustrators end)[edition_person.position]`
