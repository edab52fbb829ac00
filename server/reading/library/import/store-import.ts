import { topic } from '#server/platform/cache/topics.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import { noTextChoice, type TextChoice } from '#shared/text-choice.ts'
import type { StoredImport } from '#shared/api/book/library-admin.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import type { BookFiles } from '#server/reading/book-file/book-files.ts'
import { lockTexts, retainText, type SeenText } from '#server/reading/book-file/replaced-texts.ts'
import { createImportedBook, factsOf, type FileFacts, freeBook, writeRows } from './import-rows.ts'
import { findSame } from './judge-import.ts'
import { convertInChildProcess } from './run-reading-process.ts'
import type { ConvertedImport } from '#server/engines/epub/convert/convert-file.ts'
import { matchBook } from './match-book.ts'
import { requireReplaceable } from './require-replaceable.ts'

interface ImportChoice {
  /**
   * The id of the book that the text is added to. Null means that the book is found by ISBN or by title and author, and
   * created if there is none.
   */
  bookId: string | null
  /** The ids of books that the editor saw and did not choose. The text is never added to one of them. */
  declined?: string[]
  /**
   * The stored text that the editor agreed to replace; null if the imported text is added to the book and replaces
   * nothing.
   */
  replaces: SeenText | null
  /**
   * Whether the editor confirmed that the imported text may replace the stored one although it is much shorter or an
   * excerpt.
   */
  replaceWithShorter?: boolean
  rights: string
  source: string
  /** The editor's choices for a text file. */
  text?: TextChoice
  /** The id of the editor who imports the text; null for an import from the command line. */
  editorId: string | null
  original: { name: string; bytes: Buffer }
  /** A signal that aborts the import and ends the child process that reads the file. */
  signal?: AbortSignal
  /**
   * A callback that is called between the stages of an import. It receives the progress from 0 to 1 and a message about
   * the next stage.
   */
  onStage?(progress: number, message: string): Promise<void>
  /**
   * A callback that receives the result of the import, once. If the import writes rows, the callback runs in the same
   * transaction.
   */
  onStored?(db: Db, stored: StoredImport): Promise<void>
}

/**
 * Stores an imported text in the library. The files are stored first, under names made of their hashes, so that a
 * process that crashes leaves nothing visible and a second attempt finds them. Then one transaction writes all rows.
 */
export async function storeImport(db: Db, bookFiles: BookFiles, choice: ImportChoice): Promise<StoredImport> {
  const { rights, source, original, signal, text = noTextChoice } = choice
  await choice.onStage?.(0.5, '正在读文件')
  const read = await convertInChildProcess(
    original.name,
    original.bytes,
    { words: { rights, source }, choice: text },
    signal,
  )
  const before = await findSame(db, read.sha256)
  if (before) {
    const stored = { kind: 'same' as const, bookId: before.id, fileId: before.fileId }
    await choice.onStored?.(db, stored)
    return stored
  }
  await choice.onStage?.(0.8, '正在存文件')
  const files = { epub: factsOf('epub', read.epub), text: factsOf('txt', read.text) }
  // An imported EPUB is stored unchanged under its own hash, so that it needs no second copy.
  if (files.epub.sha256 !== read.sha256) await bookFiles.put(`original/${read.sha256}`, original.bytes)
  await bookFiles.put(files.text.storageKey, read.text)
  await bookFiles.put(files.epub.storageKey, read.epub)
  for (let left = isbnTries - 1; ; left--) {
    try {
      return await inTransaction(db, async (db) => {
        const stored = await writeImport(db, read, files, choice)
        await choice.onStored?.(db, stored)
        return stored
      })
    } catch (error) {
      // A concurrent import has just created a book with this ISBN. The next attempt of this import finds that book.
      if (left === 0 || !isViolationOf(error, 'edition_isbn13_key')) throw error
    }
  }
}

const isbnTries = 3

/**
 * Writes the database rows of an import. A lock makes all imports on all nodes run one after another: two files of the
 * same new book may both have been checked before either was stored, and the second import must find the book that the
 * first one creates.
 */
async function writeImport(
  db: Db,
  read: ConvertedImport,
  files: Record<'epub' | 'text', FileFacts>,
  choice: ImportChoice,
): Promise<StoredImport> {
  await lockTexts(db)
  const same = await findSame(db, read.sha256)
  if (same) return { kind: 'same', bookId: same.id, fileId: same.fileId }
  const knownId = choice.bookId ?? (await matchBook(db, read, choice.declined)).matched?.id
  const bookId =
    knownId === undefined ? await createImportedBook(db, read, choice) : await freeBook(db, knownId, choice)
  const { metadata } = read
  const isSample = read.sampleMark !== null
  const replaced =
    choice.replaces &&
    (await requireReplaceable(db, { ...read, replaceWithShorter: false, ...choice, isSample, bookId }))
  if (replaced) await retainText(db, replaced.id, files.epub.sha256)
  const facts = {
    bookId,
    language: metadata.language,
    title: metadata.title,
    rights: metadata.rights,
    source: metadata.source,
    countCharacters: read.countCharacters,
  }
  const fileId = await writeRows(db, { replacedId: replaced?.id, facts, ...files, originalSha256: read.sha256 })
  const kind = replaced ? ('replaces' as const) : ('new' as const)
  await writeAudit(db, {
    actorId: choice.editorId,
    action: replaced ? 'library.replace' : 'library.import',
    targetType: 'book',
    targetId: bookId,
    detail: {
      fileId,
      kind,
      name: choice.original.name,
      sha256: read.sha256,
      ...(replaced && { replaced: replaced.sha256, epubSha256: files.epub.sha256 }),
    },
  })
  await invalidate(db, topic.books, topic.book(bookId), topic.card({ itemType: 'book', itemId: bookId }))
  await indexBooks(db, [bookId])
  return { kind, bookId, fileId }
}
