import { fail } from '#shared/api/failure.ts'
import { type CompressedBody, compressBody, type Compression } from '#server/platform/cache/compress-body.ts'
import type { Step } from '#server/engines/epub/convert/find-locator.ts'
import { toXPointer } from '#server/engines/epub/convert/to-x-pointer.ts'
import { plainTextOf } from '#server/engines/epub/plain-text-of.ts'
import { readBookEntry } from '#server/engines/epub/serve/book-entry.ts'
import { type BookOutline, readOutline } from '#server/engines/epub/serve/book-outline.ts'
import type { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'
import type { StoredEntry } from '#server/engines/epub/serve/epub-archive.ts'
import { isElement, localName, readXml, textOf, type XmlDocument, type XmlNode } from '#server/engines/epub/xml-tree.ts'
import { plainText } from '#server/engines/cover/cover-text.ts'
import { simplifyCharacter } from '#server/engines/text/simplify-character.ts'

/**
 * A question about a book: its outline, one of its entries, a passage in a section, or a place in a section as
 * `toXPointer` writes it. A passage begins, if possible, after the element with the id `fragment`.
 */
export type BookTask =
  | { kind: 'outline' }
  | { kind: 'entry'; path: string; base: string; compression: Compression }
  | { kind: 'passage'; path: string; fragment: string; text: string }
  | { kind: 'pointer'; path: string; section: number; place: Step[] | number }

/** An entry of a book as it is sent: a cleaned and compressed text, or the place of a file in the archive. */
export type ServedEntry =
  | { type: string; text: CompressedBody; file?: never }
  | { type: string; text?: never; file: StoredEntry }

export interface BookAnswers {
  outline: BookOutline
  entry: ServedEntry
  /** The author whom the text names below the heading above the passage, or ''; null if the passage is not there. */
  passage: { by: string } | null
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
    if (wanted === '' || !fold(plainTextOf(entry?.body ?? '')).includes(wanted)) return null
    return { by: findByline(readXml(entry?.body ?? ''), wanted, task.fragment) }
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

/**
 * Returns the author of a folded passage: in an anthology the texts have bylines, paragraphs of the class `by` below
 * their headings. Empty if the heading above the passage has none.
 */
function findByline(document: XmlDocument, wanted: string, fragment: string): string {
  let folded = ''
  let from = 0
  const authors: { at: number; by: string }[] = []
  const visit = (nodes: XmlNode[]) => {
    for (const node of nodes) {
      if (node.type === 'text') folded += fold(node.data)
      if (!isElement(node) || /^(head|rt|rp)$/.test(localName(node))) continue
      const { id, class: classes = '' } = node.attribs
      if (id === fragment) from = folded.length
      if (/^h[1-6]$/.test(localName(node))) authors.push({ at: folded.length, by: '' })
      if (classes.split(/\s+/).includes('by')) authors.push({ at: folded.length, by: textOf(node) })
      visit(node.children)
    }
  }
  visit(document.children)
  const after = folded.indexOf(wanted, from)
  const at = after < 0 ? folded.lastIndexOf(wanted) : after
  return authors.findLast((author) => author.at <= at)?.by ?? ''
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
