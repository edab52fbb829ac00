import { fail } from '#shared/api/failure.ts'
import type { WorkCaller } from '#server/engines/concurrency-limit.ts'
import type { BookReader, StoredEpub } from './book-reader.ts'

interface Passage {
  file: StoredEpub
  /** Index of the section in the outline of the book, and of the chapter in its contents; -1 for no chapter. */
  section: number
  chapter: number
  text: string
  caller: WorkCaller
}

/**
 * Returns the title of a passage's chapter, and the author whom the text names there, such as the poet of a poem in an
 * anthology; empty if there is none. Throws a `Failure` unless the section of the book contains the text, in either
 * Chinese script, so that nobody can put other words into the mouth of a book.
 */
export async function findPassage(books: BookReader, { file, section, chapter, text, caller }: Passage) {
  const { sections, contents } = await books.outlineOf(file)
  const { path } = sections[section] ?? fail('missing', '书里没有这一章')
  const { label = '', fragment = '', section: begins = -1 } = contents[chapter] ?? {}
  const passage = { path, fragment: begins === section ? fragment : '', text }
  const found = await books.findPassage(file, passage, caller)
  if (found === null) return fail('invalid', '这一章的原文里没有这段文字；如果转换过简繁，请换回原文再试')
  return { chapter: label, by: found.by }
}
