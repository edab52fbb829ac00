import { useReader } from './reader-store.ts'

/** The hash in the address of the page while the end page is shown, so that it is shown again after a login. */
export const endHash = '#end'

/** Turns to the next (1) or previous page (-1). After the last page of the book comes the end page. */
export function turnPage(by: 1 | -1) {
  const { view, position, isEndShown } = useReader.getState()
  if (isEndShown) {
    if (by < 0) hideEnd()
  } else if (by > 0 && position?.fraction === 1) showEnd()
  else void (by > 0 ? view?.next() : view?.previous())
}

export function showEnd() {
  const closed = { panel: null, selection: null, openedNote: null, footnote: null }
  useReader.setState({ ...closed, isEndShown: true, areBarsShown: true })
}

/** Shows the last page of the book again. */
export function hideEnd() {
  useReader.setState({ isEndShown: false })
  useReader.getState().view?.focus()
}
