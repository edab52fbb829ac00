import type { TextChanges } from '#shared/api/book/text-changes.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import { fail } from '#shared/api/failure.ts'
import { BookFiles } from '#server/reading/book-file/book-files.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { ConcurrencyLimit } from '#server/engines/concurrency-limit.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { compareInChildProcess } from './run-reading-process.ts'
import { requireImport } from './import-queries.ts'
import { isMuchShorter } from './judge-import.ts'
import { readUploadedFile } from './uploaded-file.ts'

/** A node compares one pair of texts at a time, because both are in memory. */
const comparing = new ConcurrencyLimit({ running: 1, waiting: 10, busyMessage: '现在比较的文件很多，请过一会儿再试' })

/** At most this many reading positions and annotations of users are looked up in a new text. */
const maxLocators = 5000

/**
 * Returns what would change if an editor's uploaded file replaced a stored text, and writes nothing. Throws `missing`
 * for another editor's file and for a text that is no longer there.
 */
export async function compareImport(
  { db, storage }: { db: Db; storage: Storage },
  editorId: string,
  { id, fileId, text }: { id: string; fileId: string; text: TextChoice },
): Promise<TextChanges> {
  const sent = await requireImport(db, editorId, id)
  return comparing.run(async () => {
    const bytes = await readUploadedFile(storage, editorId, sent)
    return compareWithStored({ db, bookFiles: new BookFiles(storage) }, fileId, {
      name: sent.name,
      bytes,
      choice: text,
    })
  })
}

/** Returns what would change if a file replaced a stored text. Throws `missing` if the text is no longer there. */
export async function compareWithStored(
  { db, bookFiles }: { db: Db; bookFiles: BookFiles },
  fileId: string,
  file: { name: string; bytes: Buffer; choice: TextChoice },
): Promise<TextChanges> {
  const stored = await db
    .selectFrom('bookFile')
    .select(['sha256', 'storageKey', 'title', 'language', 'countCharacters'])
    .where('id', '=', fileId)
    .where('convertedFrom', 'is', null)
    .executeTakeFirst()
  if (stored === undefined) return fail('missing', '要替换的正文已经不在了，请重新选择文件')
  const { sha256: version, storageKey, ...facts } = stored
  const [marks, positions] = [
    await listLocators(db, 'annotation', fileId),
    await listLocators(db, 'readingProgress', fileId),
  ]
  const { isFound, ...compared } = await compareInChildProcess({
    ...file,
    former: { ...facts, bytes: await bookFiles.read(storageKey) },
    locators: [...marks.locators, ...positions.locators],
  })
  const describe = ({ count, locators }: Locators, found: boolean[]) => ({
    count,
    countChecked: locators.length,
    countFound: found.filter(Boolean).length,
  })
  return {
    fileId,
    version,
    ...compared,
    marks: describe(marks, isFound.slice(0, marks.locators.length)),
    positions: describe(positions, isFound.slice(marks.locators.length)),
    isShorter: isMuchShorter(compared.after.countCharacters, stored.countCharacters),
  }
}

interface Locators {
  count: number
  locators: string[]
}

/** Returns how many annotations or reading positions of users a text has, and the locators of the latest ones. */
async function listLocators(db: Db, table: 'annotation' | 'readingProgress', fileId: string): Promise<Locators> {
  const stored = db
    .selectFrom(table)
    .where('bookId', 'in', (eb) =>
      eb.selectFrom('bookFile').select('bookFile.bookId').where('bookFile.id', '=', fileId),
    )
    .where('fileId', '=', fileId)
    // The row of a deleted annotation remains with an empty locator and is left out, because it has no position to look
    // up.
    .where('locator', '<>', '')
  const [{ count }, rows] = await Promise.all([
    stored.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    stored.select('locator').orderBy('updatedAt', 'desc').limit(maxLocators).execute(),
  ])
  return { count, locators: rows.map(({ locator }) => locator) }
}
