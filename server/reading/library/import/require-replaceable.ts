import { fail } from '#shared/api/failure.ts'
import { shorterFraction } from '#shared/replaced-text.ts'
import { requireSeen, type SeenText } from '#server/reading/book-file/replaced-texts.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isMuchShorter } from './judge-import.ts'

interface Replacement {
  bookId: string | null
  /** The number of characters of the new text. */
  countCharacters: number
  /** Whether the new text is a publisher's excerpt of a book. */
  isSample: boolean
  replaces: SeenText | null
  replaceWithShorter: boolean
}

/**
 * Returns the stored text that an import replaces. Throws `conflict` if it is not the text that the editor saw, if it
 * is the text of another book, or if the new text is much shorter or an excerpt and the editor did not confirm that
 * this is intended.
 */
export async function requireReplaceable(
  db: Db,
  { bookId, countCharacters, isSample, replaces, replaceWithShorter }: Replacement,
) {
  if (replaces === null) return null
  const found = await requireSeen(db, replaces)
  if (bookId !== null && found.bookId !== bookId) fail('conflict', '要替换的正文已经属于另一本书，请重新看看再决定')
  if (replaceWithShorter) return found
  if (isMuchShorter(countCharacters, found.countCharacters))
    fail(
      'conflict',
      `现有的正文有 ${found.countCharacters} 字，这个只有 ${countCharacters} 字，不到${tenths}成，像是节选。确实要换，请选「换成更短的」`,
    )
  if (isSample) fail('conflict', '这个文件像是试读本。确实要用它替换现有的正文，请选「换成更短的」')
  return found
}

const tenths = '零一二三四五六七八九'[Math.round(shorterFraction * 10)] ?? ''
