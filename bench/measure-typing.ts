import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { suggest } from '#server/pages/search-page/suggest.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'

const countSuggestions = 6

export interface Typing {
  /** The mean number of typed characters or letters after which the wanted title is among the suggestions. */
  strokes: number
  /** The titles that were not among the suggestions even when they were typed completely. */
  missing: string[]
  /**
   * Number of pairs of a title and a typed text, where the title was suggested before the last keystroke and still
   * matches the typed text. Only Chinese titles are counted.
   */
  countFitting: number
  /** The pairs counted in `countFitting` whose title is no longer suggested, each as text with the suggestions. */
  lost: string[]
}

/**
 * Types titles character by character, or letter by letter of their pinyin, and examines the suggestions after each.
 */
export async function measureTyping(db: Db, titles: string[], script: 'characters' | 'pinyin'): Promise<Typing> {
  const written = (title: string) => (script === 'pinyin' ? lettersOf(title) : compactText(title))
  const typing: Typing = { strokes: 0, missing: [], countFitting: 0, lost: [] }
  for (const title of titles) {
    const strokes = [...(await written(title))]
    let appeared: number | undefined
    let before: string[] = []
    for (let count = 1; count <= strokes.length; count += 1) {
      const typed = strokes.slice(0, count).join('')
      const { books } = await suggest(db, typed, countSuggestions)
      const shown = books.map((book) => book.title.text)
      if (shown.includes(title)) appeared ??= count
      for (const earlier of new Set(before)) {
        if (!isChinese(earlier) || !(await written(earlier)).startsWith(typed)) continue
        typing.countFitting += 1
        if (!shown.includes(earlier)) typing.lost.push(`${earlier} at ${typed}: ${shown.join('、')}`)
      }
      before = shown
    }
    if (appeared === undefined) typing.missing.push(title)
    typing.strokes += (appeared ?? strokes.length) / titles.length
  }
  return typing
}

/** Returns the most popular titles that consist of Chinese characters and punctuation. */
export async function listPopularTitles(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select names -> 0 ->> 1 as title from search_book where tier = 0 order by weight desc, book_id limit ${3 * count}`.execute(
    db,
  )
  const titles = rows.map(({ title }) => title).filter(isChinese)
  return [...new Set(titles)].slice(0, count)
}

const isChinese = (title: string) => /^[\p{Script=Han}\p{P}]+$/u.test(title)

const lettersOf = async (title: string) => (await spellPinyin(title)).join('')
