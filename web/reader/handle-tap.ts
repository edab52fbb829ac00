import { useReader } from '#web/reader/state/reader-store.ts'
import { isAtSide } from '#web/reader/view/watch-document.ts'
import { useReadingSettings } from '#web/reader/view/reading-settings.ts'

/**
 * Handles a tap on the book's text: a tap at a side turns the page, and a tap in the middle shows or hides the reader's
 * bars.
 */
export function handleTap({ x }: { x: number }) {
  const { view, outline, openedNote, footnote, selection, panel } = useReader.getState()
  const { flow, isVertical } = useReadingSettings.getState()
  if (openedNote !== null || footnote !== null || selection !== null)
    return useReader.setState({ openedNote: null, footnote: null, selection: null })
  const isSide = flow === 'paged' && panel === null && isAtSide(x)
  if (!isSide) return useReader.setState(({ areBarsShown }) => ({ areBarsShown: !areBarsShown }))
  // In vertical Chinese text, and in books in scripts such as Arabic, the next page is on the left.
  const isForward = x > document.documentElement.clientWidth / 2 !== (isVertical || outline?.isRightToLeft === true)
  void (isForward ? view?.next() : view?.previous())
}
