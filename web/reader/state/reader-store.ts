import { create } from 'zustand'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Outline, Progress } from '#shared/api/reader/reading.ts'
import type { BookView, Spot } from '#web/reader/view/book-view.ts'
import type { SearchState } from '#web/reader/search/search-book.ts'

export type Panel = 'contents' | 'search' | 'notes' | 'settings' | 'keys'

interface ReaderState {
  outline: Outline | null
  view: BookView | null
  spot: Spot | null
  annotations: Annotation[]
  panel: Panel | null
  areBarsShown: boolean
  /** A stretch of text, and where on the page it begins. */
  chosen: { range: Range; box: DOMRect } | null
  /** An annotation that was touched. */
  touched: { id: string; box: DOMRect } | null
  /** Where another device says the reader is. */
  offer: Progress | null
  /** The newest version of the account's progress that the reader has been shown since the book was opened. */
  seenVersion: number
  /** Where a jump began. */
  back: Spot | null
  /** A link out of the book that waits for a yes. */
  outward: string | null
  notice: string
  query: string
  search: SearchState | null
  isBroken: boolean
  /** Whether the section one is at could not be had. */
  isMissing: boolean
  /** How often one has tried again. */
  tries: number
}

const closed: ReaderState = {
  outline: null,
  view: null,
  spot: null,
  annotations: [],
  panel: null,
  areBarsShown: true,
  chosen: null,
  touched: null,
  offer: null,
  seenVersion: 0,
  back: null,
  outward: null,
  notice: '',
  query: '',
  search: null,
  isBroken: false,
  isMissing: false,
  tries: 0,
}

/** The book that is open: one a window. */
export const useReader = create<ReaderState>()(() => closed)

export function resetReader(outline: Outline) {
  useReader.setState({ ...closed, outline })
}

export function togglePanel(panel: Panel) {
  useReader.setState((state) => ({ panel: state.panel === panel ? null : panel, chosen: null, touched: null }))
}

/** Opens the book anew where one is, which could not be had. */
export function tryAgain() {
  useReader.setState(({ tries }) => ({ tries: tries + 1, isMissing: false }))
}

/** Says something that is gone again soon. */
export function notify(notice: string) {
  useReader.setState({ notice })
  clearTimeout(noticeTimer)
  noticeTimer = setTimeout(() => useReader.setState({ notice: '' }), 5000)
}
let noticeTimer: ReturnType<typeof setTimeout> | undefined

/** Goes elsewhere in the book, so that one can come back. */
export async function jump(go: (view: BookView) => Promise<void>) {
  const { view, spot } = useReader.getState()
  if (view === null) return
  useReader.setState({ back: spot, chosen: null, touched: null })
  if (matchMedia('(width <= 900px)').matches) useReader.setState({ panel: null })
  await go(view)
}

export async function jumpBack() {
  const { view, back } = useReader.getState()
  useReader.setState({ back: null })
  if (back !== null) await view?.goTo(back.locator, back.fraction)
}
