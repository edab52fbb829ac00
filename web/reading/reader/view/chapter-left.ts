import type { BookPaginator } from './book-paginator.ts'
import { type ChapterExtent, lastCharacterBefore } from './chapter-extent.ts'
import { amountOf, type TextAmount } from './text-amount.ts'

/**
 * Returns the number of the visible page in its chapter, and the number of the chapter's pages. A page is what the
 * window shows at once. Returns null if the chapter has pages in other sections, which are not laid out, or if it is
 * not laid out in pages of text.
 */
export function pageInChapter(
  paginator: BookPaginator | null,
  { first, next, beginsBefore, laterSizes }: ChapterExtent,
): { current: number; total: number } | null {
  const shown = paginator?.shownPage
  if (!paginator || !shown || beginsBefore || laterSizes.length > 0) return null
  const begin = (first && paginator.pageOf(first)) ?? 1
  const last = next && lastCharacterBefore(next)
  const end = Math.max(begin, next === null ? shown.total : ((last && paginator.pageOf(last)) ?? begin))
  return { current: Math.min(end, Math.max(begin, shown.current)) - begin + 1, total: end - begin + 1 }
}

/** Cache for the amount of text of each loaded section. The text of a section does not change while it is displayed. */
const amounts = new WeakMap<Document, TextAmount>()

/**
 * Returns how much of a chapter is left from the beginning of the visible page. The text of later sections is estimated
 * from their size, because they are not loaded; `size` is the size of the loaded section in bytes.
 */
export function amountLeft({ next, laterSizes }: ChapterExtent, visible: Range, size: number): TextAmount {
  const doc = visible.startContainer.ownerDocument ?? document
  const rest = doc.createRange()
  rest.selectNodeContents(doc.body)
  rest.setStart(visible.startContainer, visible.startOffset)
  if (next !== null && rest.comparePoint(next, 0) === 0) rest.setEndBefore(next)
  const own = amountOf(rest.toString())
  const whole = amounts.get(doc) ?? amountOf(doc.body.textContent ?? '')
  amounts.set(doc, whole)
  const share = size > 0 ? laterSizes.reduce((sum, later) => sum + later, 0) / size : 0
  return { characters: own.characters + whole.characters * share, words: own.words + whole.words * share }
}
