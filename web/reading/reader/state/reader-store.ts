import { create } from 'zustand'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Outline, Progress } from '#shared/api/reader/reading.ts'
import type { BookView, ReadingPosition } from '#web/reading/reader/view/book-view.ts'
import type { SearchState } from '#web/reading/reader/search/search-book.ts'
import type { OpenedPicture } from '#web/reading/reader/view/book-pictures.ts'
import type { Footnote } from '#web/reading/reader/view/footnote.ts'
import { findByline, textOfRange } from '#web/reading/reader/view/text-of-range.ts'
import type { ReadBook } from './read-book.ts'

export type Panel = 'contents' | 'search' | 'notes' | 'settings' | 'keys' | 'dictionary'

interface ReaderState {
  book: ReadBook | null
  outline: Outline | null
  view: BookView | null
  position: ReadingPosition | null
  annotations: Annotation[]
  panel: Panel | null
  areBarsShown: boolean
  /** Selected text, and the box of its first line on the page. */
  selection: { range: Range; box: DOMRect } | null
  /**
   * Annotation that the user opened, and the box of its words or of the click; `isWriting` says whether the user asked
   * to write its note.
   */
  openedNote: { id: string; box: DOMRect; isWriting: boolean } | null
  /** Note of the book that is shown beside the text. */
  footnote: Footnote | null
  /** Picture of the book that is shown over the whole window. */
  picture: OpenedPicture | null
  /** Reading progress that the user has made on another device, and to which they may jump. */
  offer: Pick<Progress, 'fileId' | 'locator' | 'fraction' | 'device'> | null
  /** Whether the user is asked to begin the book again, because they have opened it where it ends. */
  offersBeginning: boolean
  /** Version number of the newest reading progress on the server that the user has seen since the book was opened. */
  seenVersion: number
  /** Reading position before the user's last jump; a button returns to it. */
  returnPosition: ReadingPosition | null
  /** URL of a link to another site that the user followed in the book and has to confirm. */
  externalLink: string | null
  /** Whether the reader reads the book aloud. */
  speech: 'off' | 'speaking' | 'paused'
  /** Passage that the user is sharing as a picture, and its position in the book. */
  shared: { text: string; section: number; chapter: number; by: string } | null
  notice: string
  query: string
  /** Text that the user looks up in the dictionary; empty until they look one up. */
  lookedUp: string
  search: SearchState | null
  /** Whether the end page is shown, which follows the last page of the book. */
  isEndShown: boolean
  isBroken: boolean
  /** Whether the current section of the book could not be loaded. */
  isSectionMissing: boolean
  /** Whether another text has replaced the one that the reader shows. */
  isReplaced: boolean
  /** Number of times that the user or a restored network connection retried to load the book since it was opened. */
  retries: number
}

const closed: ReaderState = {
  book: null,
  outline: null,
  view: null,
  position: null,
  annotations: [],
  panel: null,
  areBarsShown: true,
  selection: null,
  openedNote: null,
  footnote: null,
  picture: null,
  offer: null,
  offersBeginning: false,
  seenVersion: 0,
  returnPosition: null,
  externalLink: null,
  speech: 'off',
  shared: null,
  notice: '',
  query: '',
  lookedUp: '',
  search: null,
  isEndShown: false,
  isBroken: false,
  isSectionMissing: false,
  isReplaced: false,
  retries: 0,
}

/** State of the book that is open in the reader; a browser window has one open book. */
export const useReader = create<ReaderState>()(() => closed)

export function resetReader(outline: Outline) {
  useReader.setState({ ...closed, outline })
}

export function togglePanel(panel: Panel) {
  useReader.setState((state) => ({
    panel: state.panel === panel ? null : panel,
    selection: null,
    openedNote: null,
    footnote: null,
  }))
}

/**
 * Returns the selected text of the book. While a panel or dialog is open, the toolbar of the selection is hidden, but
 * the text stays selected and is returned too.
 */
export function findSelectedRange(): Range | null {
  const { selection, view } = useReader.getState()
  if (selection !== null) return selection.range
  const left = view?.shownSection?.doc.getSelection()
  return left && !left.isCollapsed && left.toString().trim() !== '' ? left.getRangeAt(0).cloneRange() : null
}

/** Opens the readings of the selected text of the book, or with its last text if nothing is selected. */
export function lookUpSelection() {
  const range = findSelectedRange()
  const text = range === null ? useReader.getState().lookedUp : textOfRange(range)
  useReader.setState({ panel: 'dictionary', lookedUp: text, selection: null, openedNote: null, footnote: null })
}

/** Opens the dialog in which the selected text of the book becomes a picture. */
export function shareSelection() {
  const { view } = useReader.getState()
  const range = findSelectedRange()
  if (range === null || view === null) return notify('请先选中一段文字')
  const { section, chapter } = view.locate(range)
  useReader.setState({ shared: { text: textOfRange(range), section, chapter, by: findByline(range) }, selection: null })
}

/** Starts reading the book aloud; if it has been started, pauses or resumes it. */
export function toggleSpeech() {
  useReader.setState(({ speech }) => ({ speech: speech === 'speaking' ? 'paused' : 'speaking' }))
}

export function closeSpeech() {
  useReader.setState({ speech: 'off' })
  document.querySelector<HTMLElement>("[data-tool='speech']")?.focus({ preventScroll: true })
}

/** Opens the book again at the current position, after a part of the book (a section) could not be loaded. */
export function retry() {
  useReader.setState(({ retries }) => ({ retries: retries + 1, isSectionMissing: false }))
}

/** Shows a notice in the reader for five seconds. */
export function notify(notice: string) {
  useReader.setState({ notice })
  clearTimeout(noticeTimer)
  noticeTimer = setTimeout(() => useReader.setState({ notice: '' }), 5000)
}
let noticeTimer: ReturnType<typeof setTimeout> | undefined

/** Moves to another position in the book and remembers the current one, so that the user can return. */
export async function jump(go: (view: BookView) => Promise<void>) {
  const { view, position } = useReader.getState()
  if (view === null) return
  const left = { selection: null, openedNote: null, footnote: null, isEndShown: false, offersBeginning: false }
  useReader.setState({ ...left, returnPosition: position })
  if (matchMedia('(width <= 1000px)').matches) useReader.setState({ panel: null })
  await go(view)
}

export async function jumpBack() {
  const { view, returnPosition } = useReader.getState()
  useReader.setState({ returnPosition: null })
  if (returnPosition !== null) await view?.goTo(returnPosition.locator, returnPosition.fraction)
}
