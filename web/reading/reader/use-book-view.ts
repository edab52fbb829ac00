import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Outline, ContentsEntry } from '#shared/api/reader/reading.ts'
import { BookView, type ReadingPosition, type ViewEvents } from '#web/reading/reader/view/book-view.ts'
import type { Paper } from '#web/reading/reader/view/book-styles.ts'
import { beginSwipe, endSwipe } from '#web/reading/reader/end/handle-swipe.ts'
import { handleTap } from './handle-tap.ts'
import { startMeasuring } from '#web/reading/reader/progress/measure-reading.ts'
import { measurePace, pausePace } from '#web/reading/reader/progress/reading-pace.ts'
import { fetchProgress, saveProgress, sendProgress } from '#web/reading/reader/progress/save-progress.ts'
import { loadRareReadings } from '#web/reading/reader/view/rare-readings.ts'
import { updateFootnote } from '#web/reading/reader/view/footnote.ts'
import { loadScript } from '#web/reading/reader/view/load-script.ts'
import { currentOwner, readLocal, readStart } from '#web/reading/reader/state/local-reading.ts'
import { opensAtEnd } from '#web/reading/reader/end/end-address.ts'
import { showEnd } from '#web/reading/reader/state/turn-page.ts'
import { notifyOrientation } from '#web/reading/reader/state/notify-orientation.ts'
import { notify, resetReader, retry, useReader } from '#web/reading/reader/state/reader-store.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { type ReadingSettings, useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { isFixedLayout } from '#web/reading/reader/view/page-spreads.ts'
import type { FixedPages } from '#web/reading/reader/view/fixed-pages.ts'

/** Milliseconds between attempts to send unsent reading progress, and to load a section that could not be loaded. */
const retryInterval = 10_000

/**
 * Settings of the reader that apply only when the view of the book is created; all other settings can be changed in the
 * open view.
 */
interface ViewParameters extends Pick<ReadingSettings, 'script' | 'isVertical'> {
  outline: Outline
  /**
   * Number of times that loading the book was retried. Every retry creates a new view of the book, because foliate-js
   * does not request the current section twice.
   */
  retries: number
}

/** Shows the open book in an element with the user's settings, and saves the reading progress. */
export function useBookView(
  host: RefObject<HTMLElement | null>,
  outline: Outline,
  paper: Paper,
  press: (event: KeyboardEvent) => void,
) {
  const settings = useReadingSettings()
  const { script, isVertical } = useReadySetting(settings)
  const retries = useReader((state) => state.retries)
  const handlePress = useEffectEvent(press)
  const open = useEffectEvent(async (element: HTMLElement, parameters: ViewParameters, signal: AbortSignal) => {
    const { outline } = parameters
    const convert = await loadScript(parameters.script).catch(() => (notify('没有网络，暂时不能转换简繁'), null))
    const fixed = await loadFixedPages(outline)
    if (signal.aborted) return
    let isOpen = false
    const view = new BookView(
      outline,
      { settings, paper, convert },
      viewEvents(outline, handlePress, () => isOpen),
      fixed,
    )
    signal.addEventListener('abort', () => view.destroy())
    view.mount(element)
    useReader.setState({ view })
    // The frames of the book report their clicks themselves; this listener hears those in the margins around them.
    element.addEventListener('click', ({ clientX: x }) => (view.deselect(), handleTap({ x })), { signal })
    await goToStart(view, outline, () => (isOpen = true))
    if (retries === 0 && !useReader.getState().isEndShown) notifyOrientation(outline)
    view.showAnnotations(useReader.getState().annotations)
  })
  useEffect(() => {
    resetReader(outline)
    useReader.setState({ annotations: readLocal(currentOwner(), outline.bookId).annotations })
    // Without this, the reader would show the end page for a moment when it is opened again, and forget its address.
    return () => useReader.setState({ isEndShown: false })
  }, [outline])
  useEffect(() => {
    const ending = new AbortController()
    if (host.current !== null)
      void open(host.current, { outline, script, isVertical, retries }, ending.signal).catch(() =>
        useReader.setState({ isBroken: true }),
      )
    return () => {
      ending.abort()
      useReader.setState({ view: null })
    }
  }, [host, outline, script, isVertical, retries])
  useAppliedSettings({ settings, paper, script, isVertical })
  useProgressSync()
  useMissingSection()
  useAnnotationsShown()
  useReadingsShown()
  useAccount(outline)
}

/**
 * Goes to the stored position of the book, or to the chapter or the end page that the address names. At the end of the
 * book, offers to begin it again. Calls `opened` when the stored position is shown.
 */
async function goToStart(view: BookView, outline: Outline, opened: () => void) {
  const { position: shown } = useReader.getState()
  const start = shown ?? readStart(outline)
  const chapter = consumeLinkedChapter(outline)
  if (chapter === undefined || start !== null) await view.goTo(start?.locator ?? '', start?.fraction ?? 0)
  opened()
  if (chapter !== undefined) {
    const { position } = useReader.getState()
    await view.goToSection(chapter.section, chapter.fragment)
    // A user who has read the book before can return from the linked chapter to their earlier position.
    useReader.setState({ returnPosition: position })
  }
  if (opensAtEnd()) showEnd()
  else if (chapter === undefined && shown === null && start?.fraction === 1)
    useReader.setState({ offersBeginning: true })
}

interface AppliedSettings extends Pick<ReadingSettings, 'script' | 'isVertical'> {
  settings: ReadingSettings
  paper: Paper
}

/**
 * Applies changed settings to the open view of the book. `script` (the Chinese script) and `isVertical` are the values
 * with which that view was created.
 */
function useAppliedSettings({ settings, paper, script, isVertical }: AppliedSettings) {
  useEffect(() => {
    const { view } = useReader.getState()
    // If the Chinese script or the text direction changed, a new view of the book is created with all settings, so
    // nothing is applied to the old view.
    if (settings.script !== script || settings.isVertical !== isVertical) return
    void loadScript(settings.script).then(
      (convert) =>
        view !== null && view === useReader.getState().view && view.applySettings({ settings, paper, convert }),
      () => undefined,
    )
  }, [settings, paper, script, isVertical])
}

/** Sends unsent reading progress when the page is hidden or left, when the network returns, and at a fixed interval. */
function useProgressSync() {
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState !== 'hidden') return
      pausePace()
      void sendProgress()
    }
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('online', sendProgress)
    // The progress is also sent at an interval, because the browser fires no `online` event after some network
    // failures.
    const timer = setInterval(sendProgress, retryInterval)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', sendProgress)
      void sendProgress()
    }
  }, [])
}

/**
 * Loads a section that could not be loaded as soon as the server provides it. The server is asked when the browser
 * reports a network, and at an interval, because some networks fail without a report or work only a while after it.
 */
function useMissingSection() {
  const isSectionMissing = useReader((state) => state.isSectionMissing)
  useEffect(() => {
    if (!isSectionMissing) return
    let isCancelled = false
    const check = async () => {
      const canLoad = await useReader.getState().view?.canLoadSection()
      if (canLoad === true && !isCancelled) retry()
    }
    window.addEventListener('online', check)
    const timer = setInterval(check, retryInterval)
    return () => {
      isCancelled = true
      clearInterval(timer)
      window.removeEventListener('online', check)
    }
  }, [isSectionMissing])
}

/**
 * React hook that returns the Chinese script and the text direction in which the book is shown. A new script is
 * returned only after the converter of the text is loaded.
 */
function useReadySetting({ script, isVertical }: ReadingSettings): Pick<ReadingSettings, 'script' | 'isVertical'> {
  const [ready, setReady] = useState({ script, isVertical })
  useEffect(() => {
    let isCancelled = false
    const apply = () => isCancelled || setReady({ script, isVertical })
    void loadScript(script).then(apply, apply)
    return () => void (isCancelled = true)
  }, [script, isVertical])
  return ready
}

function viewEvents(outline: Outline, pressed: (event: KeyboardEvent) => void, isOpen: () => boolean): ViewEvents {
  return {
    moved: (position: ReadingPosition, isByUser: boolean) => {
      const { position: previous, returnPosition, footnote, view } = useReader.getState()
      // After fonts are loaded or the window is resized, the reader reports the same page again. The selection and an
      // open note then stay.
      const isSame = previous?.locator === position.locator
      useReader.setState({ position, ...(!isSame && { selection: null, openedNote: null, footnote: null }) })
      if (isByUser && position.fraction < 1) useReader.setState({ isEndShown: false, offersBeginning: false })
      // When a link gets the focus, the view scrolls to the link in the next frame. By then the Enter key may already
      // have opened the link's note, whose position is therefore updated.
      if (footnote !== null && view !== null && !isByUser)
        useReader.setState({ footnote: updateFootnote(footnote, (range) => view.isVisible(range)) })
      if (returnPosition?.locator === position.locator) useReader.setState({ returnPosition: null })
      // While the book opens, its visible position is the stored one and need not be stored again.
      if (isByUser && isOpen() && useReader.getState().outline === outline) saveProgress(position)
    },
    pageShown: (page, isTurn) => measurePace(page, isTurn && isOpen() && useReader.getState().speech === 'off'),
    externalLink: (href) => useReader.setState({ externalLink: href }),
    shown: (isLoaded) => useReader.setState({ isSectionMissing: !isLoaded }),
    replaced: () => useReader.setState({ isReplaced: true }),
    jumped: () => useReader.setState(({ position }) => ({ returnPosition: position })),
    footnoteOpened: (footnote) => useReader.setState({ footnote, openedNote: null, selection: null }),
    pictureOpened: (picture) => useReader.setState({ picture, openedNote: null, footnote: null }),
    selected: (range, box) => useReader.setState({ selection: range === null || box === null ? null : { range, box } }),
    tapped: handleTap,
    swipeBegan: beginSwipe,
    swiped: endSwipe,
    annotationTapped: (id, box) =>
      useReader.setState({ openedNote: { id, box, isWriting: false }, footnote: null, selection: null }),
    pressed,
  }
}

function useAnnotationsShown() {
  const annotations = useReader((state) => state.annotations)
  useEffect(() => {
    useReader.getState().view?.showAnnotations(annotations)
  }, [annotations])
}

/** Shows pinyin above rare characters if the user wants it. */
function useReadingsShown() {
  const choice = useReadingSettings(({ pinyin }) => pinyin)
  const view = useReader((state) => state.view)
  useEffect(() => {
    if (view === null) return
    let isCancelled = false
    loadRareReadings(choice).then(
      (readings) => isCancelled || view.showReadings(readings),
      () => notify('没有网络，暂时不能注音'),
    )
    return () => void (isCancelled = true)
  }, [choice, view])
}

/**
 * Measures the reading time after the book is open, and fetches the user's reading progress and annotations from the
 * server as soon as the user is known.
 */
function useAccount(outline: Outline) {
  const id = useSession(({ userInfo }) => userInfo.id)
  const isChecked = useSession((session) => session.isChecked)
  const isOpen = useReader(({ position }) => position !== null)
  useEffect(() => {
    // Without a network the login check does not return the user, but the reading time of the user last known on this
    // device is still counted.
    if (isOpen && (id !== '' || isChecked)) startMeasuring(outline)
  }, [id, isChecked, isOpen, outline])
  useEffect(() => {
    if (id === '' || !isOpen) return
    // After a login, the annotations of the user replace those of the visitor.
    useReader.setState({ annotations: readLocal(currentOwner(), outline.bookId).annotations })
    void fetchProgress()
  }, [id, isOpen, outline])
}

/**
 * Returns the entry of the table of contents that the address of the page names (`#chapter-1` is the first), if there
 * is one. Removes it from the address, so that a reload opens the position at which the user then is.
 */
function consumeLinkedChapter({ contents }: Outline): ContentsEntry | undefined {
  const [, number] = /^#chapter-(\d{1,5})$/.exec(location.hash) ?? []
  if (number === undefined) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return contents[Number(number) - 1]
}

/** Returns the element for pages of a fixed size, or null if the book has no such pages. */
async function loadFixedPages({ sections }: Outline): Promise<FixedPages | null> {
  if (!sections.some(isFixedLayout)) return null
  const { FixedPages } = await import('#web/reading/reader/view/fixed-pages.ts')
  return new FixedPages()
}
