import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { turnPage } from '#web/reading/reader/state/turn-page.ts'
import { useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { turnsLeftward } from '#web/reading/reader/view/turns-leftward.ts'

/** Whether the last page was shown when the touch began; the swipe that turns to the last page must not leave it. */
let wasAtEnd = false

export function beginSwipe() {
  wasAtEnd = useReader.getState().position?.fraction === 1
}

/** Shows the end page after a swipe on the last page. All other swipes are handled by the pages themselves. */
export function endSwipe(isLeftward: boolean) {
  if (wasAtEnd && isForward(isLeftward) && useReader.getState().view?.isPaged === true) turnPage(1)
}

/** Leaves the end page after a swipe back. */
export function swipeEndPage(isLeftward: boolean) {
  if (!isForward(isLeftward)) turnPage(-1)
}

function isForward(isLeftward: boolean): boolean {
  const { outline, position } = useReader.getState()
  const { isVertical } = useReadingSettings.getState()
  return isLeftward !== turnsLeftward(outline, position?.section ?? 0, isVertical)
}
