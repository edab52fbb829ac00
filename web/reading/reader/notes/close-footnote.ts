import { useReader } from '#web/reading/reader/state/reader-store.ts'

/** Closes the note that is shown beside the text and returns the focus to the link that opened the note. */
export function closeFootnote() {
  const { footnote, view } = useReader.getState()
  useReader.setState({ footnote: null })
  view?.focus()
  if (footnote !== null && 'focus' in footnote.link) (footnote.link as HTMLElement).focus({ preventScroll: true })
}
