import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { findSelectedRange, notify, useReader } from '#web/reading/reader/state/reader-store.ts'
import { findByline, textOfRange } from '#web/reading/reader/view/text-of-range.ts'
import { citePassage } from './cite-passage.ts'

/** Copies the selected text of the book, with its source if the book is given, and tells the user whether it worked. */
export function copyPassage(book: ReadBook | null) {
  const { view, outline } = useReader.getState()
  const range = findSelectedRange()
  if (range === null || view === null) return notify('请先选中一段文字')
  const passage = textOfRange(range)
  const chapter = outline?.contents[view.locate(range).chapter]?.label ?? ''
  const text = book === null ? passage : citePassage(passage, book, { chapter, by: findByline(range) })
  void navigator.clipboard.writeText(text).then(
    () => notify(book === null ? '已复制' : '已复制，并注明了出处'),
    () => notify('浏览器不让复制，请用键盘'),
  )
}
