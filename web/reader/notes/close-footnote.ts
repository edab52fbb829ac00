import { useReader } from '#web/reader/state/reader-store.ts'

/** Closes the note beside the text and returns the focus to the link that opened it. */
export function closeFootnote() {
  const { footnote, view } = useReader.getState()
  useReader.setState({ footnote: null })
  view?.focus()
  if (footnote !== null && 'focus' in footnote.link) (footnote.link as HTMLElement).focus({ preventScroll: true })
}
