import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import * as z from 'zod/mini'
import type { LibraryBook, FreeBookSort, TextLength } from '#shared/api/book/library.ts'
import type { ImportedFile } from '#shared/api/book/library-admin.ts'
import type { BookFile, FileFormat } from '#shared/api/book/book-file.ts'
import type { Tag } from '#shared/api/tag/tag.ts'
import { replacedTextDays } from '#shared/replaced-text.ts'
import { isRestorable } from '#server/reading/book-file/replaced-texts.ts'
import { listBooksById } from '#server/catalogue/book/book-queries.ts'
import { cutPage, decodePageCursor, isBeyond } from '#server/platform/db/page-cursor.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { hasTagsNamed } from '#server/catalogue/tag/tag-queries.ts'

interface FreeBookFilter {
  tags: string[]
  format?: FileFormat | undefined
  length?: TextLength | undefined
  /** A language filter: only books with a text in this language are listed. */
  language?: string | undefined
}
interface FreeBookRequest extends FreeBookFilter {
  sort: FreeBookSort
  cursor?: string | undefined
  limit: number
}

/** For each sort order of the list of free books, the number by which the books are sorted, in descending order. */
const ranks = {
  hot: sql<number>`popularity`,
  new: sql<number>`(extract(epoch from added_at) * 1000)::bigint`,
  long: sql<number>`size`,
  short: sql<number>`-size`,
}
const sizes = { short: [0, 100_000], medium: [100_000, 300_000], long: [300_000, 2_000_000_000] } as const

/**
 * Returns a query for books whose text is in the library, each with the size of its largest text and the time of its
 * latest one (`addedAt`).
 */
function freeBooks(db: Db, { tags, format, length, language }: FreeBookFilter) {
  const isInLanguage = language === undefined ? sql`true` : sql`language = ${language}`
  const texts = db
    .selectFrom('bookFile')
    .select((eb) => [
      'bookId',
      eb.fn.max('size').as('size'),
      eb.fn.max('createTime').as('addedAt'),
      sql<boolean>`bool_or(format = ${format ?? 'epub'} and ${isInLanguage})`.as('isMatch'),
    ])
    .groupBy('bookId')
    .as('texts')
  const [from, to] = length === undefined ? [0, 2_000_000_000] : sizes[length]
  return db
    .selectFrom('book')
    .innerJoin(texts, 'texts.bookId', 'book.id')
    .where('isMatch', '=', true)
    .where('size', '>=', from)
    .where('size', '<', to)
    .where(hasTagsNamed(tags))
}

export async function listFreeBooks(db: Db, request: FreeBookRequest) {
  const { ids, ...page } = await findFreeBookIds(db, request)
  return { ...page, list: await withFiles(db, ids) }
}

const Rank = z.string().check(z.regex(/^-?\d{1,14}$/))

/**
 * Returns the ids of one page of the books whose text is in the library, the number of the page, and the cursors of the
 * pages after and before it.
 */
export async function findFreeBookIds(db: Db, request: FreeBookRequest) {
  const { sort, limit } = request
  // The rank is as large as a cursor may say, so that comparing it with a cursor cannot fail.
  const rank = sql`(${ranks[sort]})::bigint`
  const start = decodePageCursor(request.cursor, sort, Rank)
  const direction = start.isBackward ? 'asc' : 'desc'
  const rows = await freeBooks(db, request)
    .where(isBeyond(start, rank, sql.ref('book.id')))
    .select(['book.id', sql<string>`${rank}::text`.as('rank')])
    .orderBy(rank, direction)
    .orderBy('book.id', direction)
    .limit(limit + 1)
    .execute()
  const { list, ...page } = cutPage(rows, start, { sort, limit })
  return { ...page, ids: list.map(({ id }) => id) }
}

export async function countFreeBooks(db: Db, filter: FreeBookFilter): Promise<number> {
  const counted = await freeBooks(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}

/** Returns the tags of the books whose text is in the library, in the order in which pages show tags. */
export async function listFreeBookTags(db: Db): Promise<Tag[]> {
  return db
    .selectFrom('tag')
    .innerJoin('bookTag', 'bookTag.tagId', 'tag.id')
    .where('bookTag.bookId', 'in', (eb) => eb.selectFrom('bookFile').select('bookId'))
    .select((eb) => ['tag.id', 'tag.name', 'tag.kind', eb.fn.countAll<number>().as('count')])
    .groupBy('tag.id')
    .orderBy('tag.position')
    .execute()
}

async function withFiles(db: Db, ids: string[]): Promise<LibraryBook[]> {
  if (ids.length === 0) return []
  const [books, files] = await Promise.all([
    listBooksById(db, ids),
    db
      .selectFrom('bookFile')
      .select(fileColumns)
      .select('bookId')
      .where('bookId', 'in', ids)
      .orderBy(sql`book_file.language = 'zh-Hant'`)
      .orderBy('bookFile.language')
      .orderBy('format')
      .orderBy('bookFile.id')
      .execute(),
  ])
  const filesOf = new Map<string, BookFile[]>()
  for (const { bookId, ...file } of files) filesOf.set(bookId, [...(filesOf.get(bookId) ?? []), file])
  return books.map((book) => ({ ...book, files: filesOf.get(book.id) ?? [] }))
}

const fileColumns = [
  'bookFile.id',
  'format',
  'bookFile.language',
  'bookFile.title',
  'size',
  'countCharacters',
  'rights',
  'source',
] as const

/** Returns the book texts that editors imported, the latest first. */
export async function listImported(db: Db, limit: number): Promise<ImportedFile[]> {
  const rows = await db
    .selectFrom('bookFile')
    .innerJoin('book', 'book.id', 'bookFile.bookId')
    .select(fileColumns)
    .select(['bookId', 'book.title as bookTitle', 'bookFile.createTime', 'bookFile.sha256 as version'])
    .select((eb) => formerOf(eb).as('former'))
    .where('originalSha256', 'is not', null)
    .where('convertedFrom', 'is', null)
    .orderBy('bookFile.createTime', 'desc')
    .orderBy('bookFile.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ former, ...row }) => ({
    ...row,
    createTime: row.createTime.toISOString(),
    former: former && { ...former, ...restorableTimes(new Date(former.replacedAt)) },
  }))
}

/**
 * SQL expression for the former text of a file, which an import has replaced and an editor can still restore; null if
 * there is none.
 */
function formerOf(eb: ExpressionBuilder<Database, 'bookFile'>) {
  return jsonObjectFrom(
    eb
      .selectFrom('replacedText')
      .whereRef('replacedText.fileId', '=', 'bookFile.id')
      .whereRef('successorSha256', '=', 'bookFile.sha256')
      .where(isRestorable)
      .select(['replacedText.title', 'replacedText.countCharacters', 'replacedAt']),
  )
}

function restorableTimes(replacedAt: Date) {
  const until = new Date(replacedAt.getTime() + replacedTextDays * 24 * 3600 * 1000)
  return { replacedAt: replacedAt.toISOString(), until: until.toISOString() }
}
