import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Outline } from '#shared/api/reader/reading.ts'
import { BookView, type Spot, type ViewEvents } from '#web/reader/view/book-view.ts'
import type { Paper } from '#web/reader/view/book-styles.ts'
import { turnByTouch } from './turn-by-touch.ts'
import { fetchProgress, savePlace, sendProgress } from '#web/reader/progress/save-place.ts'
import { loadScript } from '#web/reader/view/load-script.ts'
import { currentOwner, readLocal } from '#web/reader/state/local-reading.ts'
import { notify, resetReader, tryAgain, useReader } from '#web/reader/state/reader-store.ts'
import { useSession } from '#web/session/session-store.ts'
import { type ReadingSettings, useReadingSettings } from '#web/reader/view/reading-settings.ts'

/** Milliseconds after which is tried again what could not be told. */
const retryPause = 10_000

/** What a view is made of; for other settings it only changes. */
interface Made extends Pick<ReadingSettings, 'script' | 'isVertical'> {
  outline: Outline
  /** Each try has a view of its own: foliate-js does not ask twice for the section it is at. */
  tries: number
}

/** Sets the open book's pages into an element, as the reader wants them, and keeps his place. */
export function useBookView(
  host: RefObject<HTMLElement | null>,
  outline: Outline,
  paper: Paper,
  press: (event: KeyboardEvent) => void,
) {
  const settings = useReadingSettings()
  const { script, isVertical } = useReadySetting(settings)
  const tries = useReader((state) => state.tries)
  const handlePress = useEffectEvent(press)
  const open = useEffectEvent(async (element: HTMLElement, made: Made, signal: AbortSignal) => {
    const { outline } = made
    const convert = await loadScript(made.script).catch(() => (notify('没有网络，暂时不能转换简繁'), null))
    if (signal.aborted) return
    let isOpen = false
    const view = new BookView(
      outline,
      { settings, paper, convert },
      viewEvents(outline, handlePress, () => isOpen),
    )
    signal.addEventListener('abort', () => view.destroy())
    view.mount(element)
    const start = useReader.getState().spot ?? readLocal(currentOwner(), outline.bookId).progress
    useReader.setState({ view })
    await view.goTo(start?.locator ?? '', start?.fraction ?? 0)
    isOpen = true
    view.showAnnotations(useReader.getState().annotations)
  })
  useEffect(() => {
    resetReader(outline)
    useReader.setState({ annotations: readLocal(currentOwner(), outline.bookId).annotations })
  }, [outline])
  useEffect(() => {
    const ending = new AbortController()
    if (host.current !== null)
      void open(host.current, { outline, script, isVertical, tries }, ending.signal).catch(() =>
        useReader.setState({ isBroken: true }),
      )
    return () => {
      ending.abort()
      useReader.setState({ view: null })
    }
  }, [host, outline, script, isVertical, tries])
  useAppliedSettings({ settings, paper, script, isVertical })
  useProgressSync()
  useAnnotationsShown()
  useAccount(outline)
}

interface AppliedSettings extends Pick<ReadingSettings, 'script' | 'isVertical'> {
  settings: ReadingSettings
  paper: Paper
}

/**
 * Applies changed settings to the open view, as far as they need no new one. `script` and `isVertical` are the view's
 * own.
 */
function useAppliedSettings({ settings, paper, script, isVertical }: AppliedSettings) {
  useEffect(() => {
    const { view } = useReader.getState()
    // Another view is on its way, and will have them from the start.
    if (settings.script !== script || settings.isVertical !== isVertical) return
    void loadScript(settings.script).then(
      (convert) =>
        view !== null && view === useReader.getState().view && view.applySettings({ settings, paper, convert }),
      () => undefined,
    )
  }, [settings, paper, script, isVertical])
}

/**
 * Sends the reading progress to the account: when the page is hidden or left, when the network is back, and in between.
 */
function useProgressSync() {
  useEffect(() => {
    const leave = () => void (document.visibilityState === 'hidden' && sendProgress())
    document.addEventListener('visibilitychange', leave)
    const connect = () => {
      void sendProgress()
      if (useReader.getState().isMissing) tryAgain()
    }
    window.addEventListener('online', connect)
    // A browser may think it has been connected all along.
    const retry = setInterval(sendProgress, retryPause)
    return () => {
      clearInterval(retry)
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', connect)
      void sendProgress()
    }
  }, [])
}

/** What pages can be set by: a script once its converter is here. Until then the pages before stay. */
function useReadySetting({ script, isVertical }: ReadingSettings): Pick<ReadingSettings, 'script' | 'isVertical'> {
  const [ready, setReady] = useState({ script, isVertical })
  useEffect(() => {
    let isLate = false
    const take = () => isLate || setReady({ script, isVertical })
    void loadScript(script).then(take, take)
    return () => void (isLate = true)
  }, [script, isVertical])
  return ready
}

function viewEvents(outline: Outline, pressed: (event: KeyboardEvent) => void, isOpen: () => boolean): ViewEvents {
  return {
    moved: (spot: Spot, isByReader: boolean) => {
      const { spot: before, back } = useReader.getState()
      // The same page is told of again when its fonts have come, or the window has another size.
      const isSame = before?.locator === spot.locator
      useReader.setState({ spot, ...(!isSame && { chosen: null, touched: null }) })
      if (back?.locator === spot.locator) useReader.setState({ back: null })
      // While a book opens, what is seen is where he was.
      if (isByReader && isOpen() && useReader.getState().outline === outline) savePlace(spot)
    },
    outward: (href) => useReader.setState({ outward: href }),
    shown: (isThere) => useReader.setState({ isMissing: !isThere }),
    jumped: () => useReader.setState(({ spot }) => ({ back: spot })),
    selected: (range, box) => useReader.setState({ chosen: range === null || box === null ? null : { range, box } }),
    tapped: turnByTouch,
    annotationTapped: (id, box) => useReader.setState({ touched: { id, box }, chosen: null }),
    pressed,
  }
}

function useAnnotationsShown() {
  const annotations = useReader((state) => state.annotations)
  useEffect(() => {
    useReader.getState().view?.showAnnotations(annotations)
  }, [annotations])
}

/** Hears the account once the book is open and it is known who reads. */
function useAccount(outline: Outline) {
  const id = useSession(({ userInfo }) => userInfo.id)
  const isOpen = useReader(({ spot }) => spot !== null)
  useEffect(() => {
    if (id === '' || !isOpen) return
    // Whoever logged in meanwhile goes on with what is his.
    useReader.setState({ annotations: readLocal(currentOwner(), outline.bookId).annotations })
    void fetchProgress()
  }, [id, isOpen, outline])
}
