import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { turnPage } from '#web/reading/reader/state/turn-page.ts'
import { isAtSide } from '#web/reading/reader/view/watch-document.ts'
import { useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { turnsLeftward } from '#web/reading/reader/view/turns-leftward.ts'

/**
 * Handles a tap on the book's text: a tap near the left or right side of the window turns the page, and a tap in the
 * middle shows or hides the reader's bars.
 */
export function handleTap({ x }: { x: number }) {
  const { view, outline, position, openedNote, footnote, selection, panel } = useReader.getState()
  const { isVertical } = useReadingSettings.getState()
  if (openedNote !== null || footnote !== null || selection !== null)
    return useReader.setState({ openedNote: null, footnote: null, selection: null })
  const isSide = view?.isPaged === true && panel === null && isAtSide(x)
  if (!isSide) return useReader.setState(({ areBarsShown }) => ({ areBarsShown: !areBarsShown }))
  const isForward =
    x > document.documentElement.clientWidth / 2 !== turnsLeftward(outline, position?.section ?? 0, isVertical)
  turnPage(isForward ? 1 : -1)
}
