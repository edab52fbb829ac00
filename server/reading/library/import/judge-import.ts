import { Failure } from '#shared/api/failure.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import { shorterFraction } from '#shared/replaced-text.ts'
import type { ImportVerdict } from '#shared/api/book/library-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type MatchedBook, matchBook } from './match-book.ts'
import { examineInChildProcess } from './run-reading-process.ts'
import type { ImportFacts } from '#server/engines/epub/convert/convert-file.ts'

/** Checks whether an uploaded file can be imported, and into which book. Returns the verdict and writes nothing. */
export async function judgeImport(
  db: Db,
  name: string,
  bytes: Buffer,
  { choice, signal }: { choice?: TextChoice; signal?: AbortSignal } = {},
): Promise<ImportVerdict> {
  try {
    return await judge(db, await examineInChildProcess(name, bytes, { ...(choice && { choice }), signal }))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...nothing, kind: 'refused', message: error.message }
  }
}

const nothing = {
  warnings: [],
  title: '',
  authors: [],
  language: '',
  countChapters: 0,
  countCharacters: 0,
  bookId: null,
  candidates: [],
  rights: '',
  replaces: null,
  isSample: false,
}

async function judge(db: Db, read: ImportFacts): Promise<ImportVerdict> {
  const { metadata } = read
  const { matched, candidates } = await matchBook(db, read)
  const facts = {
    warnings: read.warnings,
    title: metadata.title,
    authors: metadata.creators,
    language: metadata.language,
    countChapters: read.countChapters,
    countCharacters: read.countCharacters,
    candidates: candidates.map(({ id, title, authors }) => ({ id, title, authors })),
    rights: matched?.free ?? metadata.rights.slice(0, 120),
    replaces: null,
    isSample: read.sampleMark !== null,
  }
  const same = await findSame(db, read.sha256)
  if (same)
    return { ...facts, kind: 'same', message: `和《${same.title}》里已有的文件一模一样，不用再导入`, bookId: same.id }
  const bookId = matched?.id ?? null
  const replaced = bookId === null ? undefined : await findReplaced(db, bookId, read)
  if (replaced) {
    const isShorter = isMuchShorter(read.countCharacters, replaced.countCharacters)
    const message = isShorter
      ? `《${matched?.title}》里同名、同语言的正文有 ${replaced.countCharacters} 字，这个只有 ${read.countCharacters} 字`
      : `《${matched?.title}》里有同名、同语言的正文，可以替换它`
    const replaces = { fileId: replaced.id, version: replaced.sha256, isShorter }
    return { ...facts, kind: 'replaces', message, bookId, replaces }
  }
  return { ...facts, kind: 'new', message: messageFor(matched, candidates), bookId }
}

function messageFor(matched: MatchedBook | null, candidates: MatchedBook[]) {
  if (matched) return `会加到《${matched.title}》（${matched.authors.join('、')}）`
  return candidates.length > 0 ? '有几本书可能是它，请选一本，或新建' : '书目里没有这本书，会新建一本'
}

/**
 * Finds the book that has this file already. The file is recognized by its hash, whether an editor imported it or it
 * ships with the program.
 */
export async function findSame(db: Db, sha256: string) {
  return db
    .selectFrom('bookFile')
    .innerJoin('book', 'book.id', 'bookFile.bookId')
    .select(['book.id', 'book.title', 'bookFile.id as fileId'])
    .where('convertedFrom', 'is', null)
    .where((eb) => eb.or([eb('originalSha256', '=', sha256), eb('sha256', '=', sha256)]))
    .executeTakeFirst()
}

/**
 * Finds the newest imported text of the book that has the same title and language as this import. It is the text that
 * this import may replace.
 */
async function findReplaced(db: Db, bookId: string, { metadata }: Pick<ImportFacts, 'metadata'>) {
  return db
    .selectFrom('bookFile')
    .select(['id', 'sha256', 'countCharacters'])
    .where('bookId', '=', bookId)
    .where('convertedFrom', 'is', null)
    .where('originalSha256', 'is not', null)
    .where('title', '=', metadata.title)
    .where('language', '=', metadata.language)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/**
 * Compares the lengths of two texts in characters. Returns true if the first is so much shorter that it is more likely
 * an excerpt of the second than a new version of it.
 */
export function isMuchShorter(characters: number, others: number): boolean {
  return characters < others * shorterFraction
}
