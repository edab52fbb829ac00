import { fail } from '#shared/api/failure.ts'
import { entryBase } from '#shared/book-text.ts'
import type { BookArchives } from '#server/book-file/book-archives.ts'
import { plainTextOf } from '#server/epub/plain-text-of.ts'
import { plainText } from '#server/cover/cover-text.ts'
import { readBookEntry } from '#server/epub/serve/book-entry.ts'
import { simplifyCharacter } from '#server/search/text/simplify-character.ts'

interface Passage {
  bookId: string
  file: { id: string; storageKey: string; size: number; version: string }
  /** Index of the section in the outline of the book, and of the chapter in its contents; -1 for no chapter. */
  section: number
  chapter: number
  text: string
}

/**
 * Returns the title of a passage's chapter; empty if there is none. Throws a `Failure` unless the section of the book
 * contains the text, in either Chinese script, so that nobody can put other words into the mouth of a book.
 */
export async function findPassage(archives: BookArchives, { bookId, file, section, chapter, text }: Passage) {
  const { sections, contents } = await archives.outlineOf(file)
  const { path } = sections[section] ?? fail('missing', '书里没有这一章')
  const base = entryBase({ bookId, fileId: file.id, version: file.version })
  const entry = await readBookEntry(await archives.open(file), path, base)
  const [whole, wanted] = [fold(plainTextOf(String(entry?.body ?? ''))), fold(text)]
  if (wanted === '' || !whole.includes(wanted))
    fail('invalid', '这一章的原文里没有这段文字；如果转换过简繁，请换回原文再试')
  return contents[chapter]?.label ?? ''
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
