import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookFile } from '#shared/api/book/book-file.ts'
import type { Credit } from '#shared/api/book/edition.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds, mainTranslators, ofMainEdition } from '#server/catalogue/edition/edition-queries.ts'
import { hasTagsNamed } from '#server/catalogue/tag/tag-queries.ts'
import { filesOf } from '#server/catalogue/book/book-file-queries.ts'

/** The properties of a book that an OPDS list shows. */
export interface OpdsBook {
  id: string
  title: string
  subtitle: string | null
  authors: string[]
  authorIds: (string | null)[]
  translators: Credit[]
  publisher: string | null
  /** The year of the main edition, not that of the work. */
  year: number | null
  isbn13: string | null
  desc: string
  /** The reason why the text of the book is free to read; null if it is not free. */
  free: string | null
  createTime: Date
  /** The time when the book's latest text file was added. */
  updated: Date
  tags: { name: string; kind: TagKind }[]
  files: BookFile[]
}

/** Returns the books with the given ids in the same order. Books without a readable text are left out. */
export async function listOpdsBooks(db: Db, ids: string[]): Promise<OpdsBook[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('book')
    .select(['id', 'title', 'subtitle', 'authors', 'desc', 'free', 'createTime'])
    .select([authorIds, mainTranslators])
    .select([ofMainEdition('publisher'), ofMainEdition('year'), ofMainEdition('isbn13')])
    .select((eb) => [
      filesOf(eb).as('files'),
      jsonArrayFrom(
        eb
          .selectFrom('bookTag')
          .innerJoin('tag', 'tag.id', 'bookTag.tagId')
          .whereRef('bookTag.bookId', '=', 'book.id')
          .select(['tag.name', 'tag.kind'])
          .orderBy('tag.position'),
      ).as('tags'),
      eb
        .selectFrom('bookFile')
        .whereRef('bookFile.bookId', '=', 'book.id')
        .select(sql<Date>`max(book_file.create_time)`.as('latest'))
        .as('latest'),
    ])
    .where('id', 'in', ids)
    .execute()
  const books = new Map(
    rows.map(({ latest, translators, ...row }) => [
      row.id,
      { ...row, translators: translators ?? [], updated: latest ?? row.createTime },
    ]),
  )
  return ids.flatMap((id) => books.get(id) ?? []).filter(({ files }) => files.length > 0)
}

/**
 * Returns the languages of the free books that carry all given tags, each with its number of books, and the time when
 * the latest of their texts was added.
 */
export async function surveyTexts(db: Db, tags: string[] = []) {
  const rows = await db
    .selectFrom('bookFile')
    .innerJoin('book', 'book.id', 'bookFile.bookId')
    .select((eb) => [
      'language',
      eb.fn.count<number>('bookId').distinct().as('count'),
      sql<Date>`max(book_file.create_time)`.as('latest'),
    ])
    .where('format', '=', 'epub')
    .where(hasTagsNamed(tags))
    .groupBy('language')
    .orderBy('language')
    .execute()
  const updated = new Date(Math.max(0, ...rows.map(({ latest }) => latest.getTime())))
  return { languages: rows.map(({ language, count }) => ({ language, count })), updated }
}
