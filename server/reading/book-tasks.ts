import { fail } from '#shared/api/failure.ts'
import { type CompressedBody, compressBody, type Compression } from '#server/cache/compress-body.ts'
import type { Step } from '#server/epub/convert/find-locator.ts'
import { toXPointer } from '#server/epub/convert/to-x-pointer.ts'
import { plainTextOf } from '#server/epub/plain-text-of.ts'
import { readBookEntry } from '#server/epub/serve/book-entry.ts'
import { type BookOutline, readOutline } from '#server/epub/serve/book-outline.ts'
import type { OpenedEpub } from '#server/epub/serve/opened-epub.ts'
import type { StoredEntry } from '#server/epub/serve/epub-archive.ts'
import { readXml } from '#server/epub/xml-tree.ts'
import { plainText } from '#server/cover/cover-text.ts'
import { simplifyCharacter } from '#server/search/text/simplify-character.ts'

/**
 * What the site asks of a book: its outline, one of its entries, whether a section contains a passage, or a place in a
 * section as `toXPointer` writes it.
 */
export type BookTask =
  | { kind: 'outline' }
  | { kind: 'entry'; path: string; base: string; compression: Compression }
  | { kind: 'passage'; path: string; text: string }
  | { kind: 'pointer'; path: string; section: number; place: Step[] | number }

/** An entry of a book as it is sent: a cleaned and compressed text, or the place of a file in the archive. */
export type ServedEntry =
  | { type: string; text: CompressedBody; file?: never }
  | { type: string; text?: never; file: StoredEntry }

export interface BookAnswers {
  outline: BookOutline
  entry: ServedEntry
  passage: boolean
  pointer: string
}

/**
 * Performs a task on an opened book; for a large book or entry it takes long, and runs in the child process. Throws a
 * `Failure`: `missing` if there is no such entry, or the failures of `EpubArchive`.
 */
export async function runBookTask(epub: OpenedEpub, task: BookTask): Promise<BookAnswers[BookTask['kind']]> {
  if (task.kind === 'outline') return (await readOutline(epub)).outline
  if (task.kind === 'passage') {
    const entry = await readBookEntry(epub, task.path, '/')
    const wanted = fold(task.text)
    return wanted !== '' && fold(plainTextOf(entry?.body ?? '')).includes(wanted)
  }
  if (task.kind === 'pointer') {
    const entry = await readBookEntry(epub, task.path, '/')
    return toXPointer(entry?.body === undefined ? null : readXml(entry.body), task.section, task.place)
  }
  const entry = await readBookEntry(epub, task.path, task.base)
  if (entry === undefined) return fail('missing', '书里没有这一页')
  if (entry.file) return { type: entry.type, file: entry.file }
  return { type: entry.type, text: compressBody(Buffer.from(entry.body), task.compression, entry.type) }
}

const horizontal: Record<string, string> = { '「': '“', '」': '”', '『': '‘', '』': '’', 著: '着' }

/**
 * Returns a text in the form in which passages are compared: in simplified characters, with the quotation marks of
 * horizontal text, and without white space and invisible characters.
 */
function fold(text: string): string {
  return Array.from(plainText(text).replace(/\s/g, ''), (character) => {
    const plain = simplifyCharacter(character)
    return horizontal[plain] ?? plain
  }).join('')
}
