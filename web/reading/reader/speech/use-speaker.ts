import { useEffect, useRef } from 'react'
import { notify, useReader } from '#web/reading/reader/state/reader-store.ts'
import { BookSpeaker, type SpokenPosition } from './book-speaker.ts'
import { changeSpeech, useSpeechSettings } from './speech-settings.ts'

/**
 * React hook that reads the book aloud with a voice while `speaking` is the state of the reader's speech. When a
 * setting changes, or the view of the book is created again, the speech continues with the same sentence. Returns the
 * function that skips a sentence.
 */
export function useSpeaker(voice: SpeechSynthesisVoice | undefined): (by: 1 | -1) => void {
  const isSpeaking = useReader(({ speech }) => speech === 'speaking')
  const view = useReader((state) => state.view)
  const isReady = useReader(({ position }) => position !== null)
  const rate = useSpeechSettings((state) => state.rate)
  const endsWithChapter = useSpeechSettings(({ timer }) => timer === 'chapter')
  const speaker = useRef<BookSpeaker>(null)
  const last = useRef<SpokenPosition>(null)
  useEffect(() => {
    const { outline } = useReader.getState()
    if (!isSpeaking || !isReady || view === null || outline === null || voice === undefined) return
    const current = new BookSpeaker({
      view,
      outline,
      voice,
      rate,
      endsWithChapter,
      ended: (message) => {
        useReader.setState({ speech: 'paused' })
        notify(message)
      },
    })
    speaker.current = current
    // The view of the book reports its first position once its section is shown, so the speech can start even while the
    // book is still being opened.
    const unsubscribe = useReader.subscribe(({ position }, { position: before }) => {
      if (position !== before) current.follow()
    })
    // Some browsers continue to speak after the user has left the page, so the speech is cancelled.
    const leave = () => speechSynthesis.cancel()
    window.addEventListener('pagehide', leave)
    current.start(last.current)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', leave)
      last.current = current.position
      current.stop()
      speaker.current = null
    }
  }, [isSpeaking, isReady, view, voice, rate, endsWithChapter])
  useSleepTimer(isSpeaking)
  return (by) => speaker.current?.skip(by)
}

/** Pauses the speech after the minutes that the user chose. */
function useSleepTimer(isSpeaking: boolean) {
  const timer = useSpeechSettings((state) => state.timer)
  useEffect(() => {
    const minutes = Number(timer)
    if (!isSpeaking || !(minutes > 0)) return
    const waiting = setTimeout(() => {
      useReader.setState({ speech: 'paused' })
      changeSpeech({ timer: 'never' })
      notify('时间到了，朗读停在这里')
    }, minutes * 60_000)
    return () => clearTimeout(waiting)
  }, [isSpeaking, timer])
}
