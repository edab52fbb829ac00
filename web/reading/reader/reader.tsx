import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Outline } from '#shared/api/reader/reading.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { paperOf } from '#web/reading/reader/view/book-styles.ts'
import { ReaderQuestions } from './reader-questions.tsx'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { ReaderFoot } from './reader-foot.tsx'
import { ReaderFrame } from './reader-frame.tsx'
import { pressKey } from '#web/reading/reader/panels/reader-keys.ts'
import { ReaderPanel } from '#web/reading/reader/panels/reader-panel.tsx'
import { retry, useReader } from '#web/reading/reader/state/reader-store.ts'
import { ReaderTools } from './reader-tools.tsx'
import { SelectionBar } from '#web/reading/reader/notes/selection-bar.tsx'
import { OpenedFootnote } from '#web/reading/reader/notes/footnote-box.tsx'
import { OpenedNote } from '#web/reading/reader/notes/opened-note.tsx'
import { useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { useBookView } from './use-book-view.ts'
import '#web/reading/reader/notes/reader-notes.css'

const PassagePicture = lazyComponent(() =>
  import('#web/reading/reader/passage/passage-picture.tsx').then((module) => module.PassagePicture),
)

const PictureViewer = lazyComponent(() =>
  import('#web/reading/reader/picture/picture-viewer.tsx').then((module) => module.PictureViewer),
)

const loadEnd = () => import('#web/reading/reader/end/reader-end.tsx').then((module) => module.ReaderEnd)
const ReaderEnd = lazyComponent(loadEnd, () => (
  <p className="reader-message">这本书读完了。没有网络，接着读哪一本，等有网络再看。</p>
))

const SpeechBar = lazyComponent(
  () => import('#web/reading/reader/speech/speech-bar.tsx').then((module) => module.SpeechBar),
  () => <p className="reader-message">朗读没有载入，请检查网络后刷新。</p>,
)

interface ReaderProps {
  book: ReadBook
  outline: Outline
}

/** The reader with an open book. */
export function Reader({ book, outline }: ReaderProps) {
  const host = useRef<HTMLDivElement>(null)
  const choice = useReadingSettings(({ paper }) => paper)
  const paper = paperOf(choice, useIsDark())
  const isBroken = useReader((state) => state.isBroken)
  const isSectionMissing = useReader((state) => state.isSectionMissing && !state.isReplaced)
  const areBarsShown = useReader((state) => state.areBarsShown)
  const chapter = useReader(({ position, outline }) => outline?.contents[position?.chapter ?? -1]?.label ?? '')
  const isSpeechOpen = useReader(({ speech }) => speech !== 'off')
  const shared = useReader((state) => state.shared)
  const isEndShown = useReader((state) => state.isEndShown)
  const isOpening = useReader(({ position, isBroken }) => position === null && !isBroken)
  useBookView(host, outline, paper, pressKey)
  useEffect(() => useReader.setState({ book }), [book])
  useFullPageLoad()
  useLoadedEnd(isOpening)
  useEffect(() => {
    document.addEventListener('keydown', pressKey)
    return () => document.removeEventListener('keydown', pressKey)
  }, [])
  return (
    <ReaderFrame
      book={book}
      chapter={chapter === book.title ? '' : chapter}
      paper={paper}
      isBare={!areBarsShown}
      tools={<ReaderTools />}
      foot={<ReaderFoot />}
    >
      <div className="reader-text" aria-busy={isOpening} inert={isEndShown} ref={host} />
      {isEndShown && <ShownEnd book={book} />}
      {isBroken && <p className="reader-message">这本书没有打开，请检查网络后刷新。</p>}
      {isSectionMissing && (
        <div className="reader-message" role="alert">
          <p>这一章没有取到，请检查网络。</p>
          <button type="button" className="button button-quiet" onClick={retry}>
            再试一次
          </button>
        </div>
      )}
      <ReaderQuestions />
      <SelectionBar book={book} />
      <OpenedNote />
      <OpenedFootnote />
      {isSpeechOpen && (
        <Suspense>
          <SpeechBar />
        </Suspense>
      )}
      {shared !== null && (
        <Suspense>
          <PassagePicture book={book} passage={shared} />
        </Suspense>
      )}
      <ShownPicture />
      <ReaderPanel book={book} />
    </ReaderFrame>
  )
}

/** Loads the end page once the book is open, because the network may be gone when the user has read it. */
function useLoadedEnd(isOpening: boolean) {
  useEffect(() => {
    if (!isOpening) loadEnd().catch(() => undefined)
  }, [isOpening])
}

function ShownEnd({ book }: { book: ReadBook }) {
  return (
    <Suspense>
      <ReaderEnd book={book} />
    </Suspense>
  )
}

/** The picture of the book that the user opened. */
function ShownPicture() {
  const picture = useReader((state) => state.picture)
  return (
    picture && (
      <Suspense>
        <PictureViewer picture={picture} />
      </Suspense>
    )
  )
}

/** Returns whether the site is in dark mode, by the user's setting for the site or else by the system. */
function useIsDark(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const isSystemDark = useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
    () => false,
  )
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && isSystemDark)
}

/**
 * Reloads the page if the user has opened the reader by client-side navigation, because only a document that was loaded
 * from the reader's URL has a content security policy that allows the frames of the book.
 */
function useFullPageLoad() {
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation')
    if (entry !== undefined && !/^\/book\/[^/]+\/read$/.test(new URL(entry.name).pathname)) location.reload()
  }, [])
}
