import { jump, useReader } from './reader-store.ts'

/** Turns to the next (1) or previous page (-1). After the last page of the book comes the end page. */
export function turnPage(by: 1 | -1) {
  const { view, position, isEndShown } = useReader.getState()
  if (isEndShown) {
    if (by < 0) hideEnd()
  } else if (by > 0 && position?.fraction === 1) showEnd()
  else void (by > 0 ? view?.next() : view?.previous())
}

export function showEnd() {
  const closed = { panel: null, selection: null, openedNote: null, footnote: null, offersBeginning: false }
  useReader.setState({ ...closed, isEndShown: true, areBarsShown: true })
}

/** Opens the book at its beginning; a button leads back to the position before. */
export function readFromBeginning() {
  void jump((view) => view.goToFraction(0))
}

/** Shows the last page of the book again. */
export function hideEnd() {
  useReader.setState({ isEndShown: false })
  useReader.getState().view?.focus()
}
