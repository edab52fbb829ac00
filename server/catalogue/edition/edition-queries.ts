import { expressionBuilder, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Credit, DraftEdition, Edition } from '#shared/api/book/edition.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

const from = expressionBuilder<Database, 'book'>()

/** The columns of an edition that editors see and change, without the names of people. */
const columns = [
  ...(['edition.id', 'edition.title', 'edition.translatedFrom', 'edition.publisher', 'edition.year'] as const),
  ...(['edition.isbn13', 'edition.pages', 'edition.language', 'edition.cover', 'edition.source'] as const),
] as const

/**
 * The ids of the people whom the names in `book.authors` belong to, in the same order, as a column of a query for
 * books; null for a name that belongs to nobody.
 */
export const authorIds = sql<(string | null)[]>`array(
  select person_id from generate_subscripts(book.authors, 1) as author(position)
    left join book_author on book_id = book.id and book_author.position = author.position
  order by author.position)`.as('authorIds')

/** All editions of a book with the people they name, the main edition first, as a column of a query for books. */
export const editionsOf = jsonArrayFrom(
  from
    .selectFrom('edition')
    .select(columns)
    .select([
      credits('translator', 'translators'),
      credits('editor', 'editors'),
      credits('illustrator', 'illustrators'),
    ])
    .whereRef('edition.bookId', '=', 'book.id')
    .orderBy('edition.position')
    .orderBy('edition.id'),
)
  .$castTo<Edition[]>()
  .as('editions')

/** The names of an edition in one role, each with its person, as a JSON column of a query for editions. */
function credits(role: string, column: string) {
  return names(role, column).as(column)
}

function names(role: string, column: string) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('name', credit.name, 'personId', person_id) order by credit.position), '[]')
    from unnest(${sql.ref(`edition.${column}`)}) with ordinality as credit(name, position)
      left join edition_person on edition_id = edition.id and role = ${sql.lit(role)}
        and edition_person.position = credit.position
  )`
}

/** A column of the main edition of a book, as an expression in a query for books; null for a book without editions. */
export function ofMainEdition<T extends 'publisher' | 'year' | 'isbn13'>(column: T) {
  return sql<Selectable<Database['edition']>[T] | null>`(
    select ${sql.ref(`edition.${column}`)} from edition where book_id = book.id order by position, edition.id limit 1
  )`.as(column)
}

/**
 * The names of the translators of a book's main edition, each with its person, as a column of a query for books; null
 * for a book without editions.
 */
export const mainTranslators = sql<Credit[] | null>`(
  select ${names('translator', 'translators')} from edition where book_id = book.id order by position, edition.id limit 1
)`.as('translators')

/** Returns the editions of a book as editors enter them, in their order. */
export async function listDraftEditions(db: Db, bookId: string): Promise<DraftEdition[]> {
  return db
    .selectFrom('edition')
    .select(columns)
    .select(['translators', 'editors', 'illustrators'])
    .where('bookId', '=', bookId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/**
 * Returns the facts of the main edition that the API also gives as facts of the book. For a book without editions the
 * language is Chinese and all other facts are empty.
 */
export function mainEditionOf([main]: Edition[]) {
  return {
    translators: main?.translators.map(({ name }) => name) ?? [],
    publisher: main?.publisher ?? null,
    isbn13: main?.isbn13 ?? null,
    pages: main?.pages ?? null,
    language: main?.language ?? 'zh',
  }
}
