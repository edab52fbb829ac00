import { Pause, Play, SkipBack, SkipForward, X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { closeSpeech, toggleSpeech, useReader } from '#web/reading/reader/state/reader-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { changeSpeech, rates, type Timer, timers, useSpeechSettings } from './speech-settings.ts'
import { useSpeaker } from './use-speaker.ts'
import './speech-bar.css'

/** Milliseconds that browsers may take to list their voices; some list them only after they were asked once. */
const maxWait = 1500

/** Bar below the text with which the user controls the reading aloud. */
export function SpeechBar() {
  const language = useReader(({ outline }) => outline?.language || 'zh')
  const voices = useVoices(language)
  if (voices === undefined) return <Frame>正在找这台设备的语音……</Frame>
  if (voices === null) return <Frame>这个浏览器不会朗读，请换一个浏览器再试。</Frame>
  if (voices.length === 0) return <Frame>{describeMissing(language)}</Frame>
  return <Controls voices={voices} />
}

function describeMissing(language: string): string {
  const isChinese = /^(zh|cmn)/i.test(language)
  return `这台设备没有${isChinese ? '中文' : `这本书的语言（${language}）的`}语音，读不出来。请在系统设置里添加一个${isChinese ? '中文' : ''}语音，再回来试。`
}

/** Returns the voices for a language, null if the browser cannot speak, and undefined until they are listed. */
function useVoices(language: string): SpeechSynthesisVoice[] | null | undefined {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[] | null>()
  useEffect(() => {
    let isCancelled = false
    void loadVoices(language).then((found) => isCancelled || setVoices(found))
    return () => void (isCancelled = true)
  }, [language])
  return voices
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <section className="speech-bar panel" aria-label="朗读">
      <NarrationNote />
      <p role="status">{children}</p>
      <CloseButton />
    </section>
  )
}

/** Says that the recorded narration of the book cannot be played. */
function NarrationNote() {
  const hasNarration = useReader(({ outline }) => outline?.hasNarration === true)
  return hasNarration && <p className="speech-note">书里的真人朗读这里放不了，改用设备的语音。</p>
}

function Controls({ voices }: { voices: SpeechSynthesisVoice[] }) {
  const chosen = useSpeechSettings((state) => state.voice)
  const voice = voices.find(({ voiceURI }) => voiceURI === chosen) ?? voices[0]
  const isSpeaking = useReader(({ speech }) => speech === 'speaking')
  const skip = useSpeaker(voice)
  const play = useRef<HTMLButtonElement>(null)
  useEffect(() => play.current?.focus({ preventScroll: true }), [])
  return (
    <section className="speech-bar panel" aria-label="朗读">
      <NarrationNote />
      <div className="speech-buttons">
        <button type="button" className="icon-button" aria-label="上一句" title="上一句" onClick={() => skip(-1)}>
          <Icon of={SkipBack} size={20} />
        </button>
        <button
          type="button"
          className="icon-button"
          ref={play}
          aria-label={isSpeaking ? '暂停朗读' : '接着朗读'}
          title={isSpeaking ? '暂停朗读' : '接着朗读'}
          onClick={toggleSpeech}
        >
          <Icon of={isSpeaking ? Pause : Play} size={20} />
        </button>
        <button type="button" className="icon-button" aria-label="下一句" title="下一句" onClick={() => skip(1)}>
          <Icon of={SkipForward} size={20} />
        </button>
      </div>
      <Choices voices={voices} voice={voice} />
      <CloseButton />
    </section>
  )
}

interface ChoicesProps {
  voices: SpeechSynthesisVoice[]
  voice: SpeechSynthesisVoice | undefined
}

/** Fields for speed, sleep timer and, where there are several, the voice. */
function Choices({ voices, voice }: ChoicesProps) {
  const { rate, timer } = useSpeechSettings()
  return (
    <div className="speech-choices">
      <select aria-label="语速" value={rate} onChange={({ target }) => changeSpeech({ rate: Number(target.value) })}>
        {rates.map((one) => (
          <option key={one} value={one}>
            {one} 倍
          </option>
        ))}
      </select>
      <select
        aria-label="定时停止"
        value={timer}
        onChange={({ target }) => changeSpeech({ timer: target.value as Timer })}
      >
        {(['never', '15', '30', '60', 'chapter'] as const).map((one) => (
          <option key={one} value={one}>
            {timers[one]}
          </option>
        ))}
      </select>
      {voices.length > 1 && (
        <select
          aria-label="声音"
          value={voice?.voiceURI}
          onChange={({ target }) => changeSpeech({ voice: target.value })}
        >
          {voices.map(({ voiceURI, name }) => (
            <option key={voiceURI} value={voiceURI}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

function CloseButton() {
  return (
    <button type="button" className="icon-button" aria-label="停止朗读" title="停止朗读" onClick={closeSpeech}>
      <Icon of={X} size={20} />
    </button>
  )
}

/**
 * Returns the voices of this device for a language such as `zh-Hans`. Voices of mainland China and voices that work
 * without a network come first. Returns an empty list if there is none, and null if the browser cannot speak at all.
 */
async function loadVoices(language: string): Promise<SpeechSynthesisVoice[] | null> {
  if (!('speechSynthesis' in window)) return null
  if (speechSynthesis.getVoices().length === 0) await waitForVoices()
  const [main = 'zh'] = language.toLowerCase().split(/[-_]/)
  const isSuitable = ({ lang }: SpeechSynthesisVoice) => {
    const [spoken] = lang.toLowerCase().split(/[-_]/)
    return spoken === main || (main === 'zh' && (spoken === 'cmn' || spoken === 'yue'))
  }
  const rank = ({ lang, localService }: SpeechSynthesisVoice) =>
    (/^(zh|cmn)[-_](hans[-_])?cn/i.test(lang) ? 0 : 2) + (localService ? 0 : 1)
  return speechSynthesis
    .getVoices()
    .filter(isSuitable)
    .toSorted((a, b) => rank(a) - rank(b))
}

function waitForVoices(): Promise<void> {
  return new Promise((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
    setTimeout(resolve, maxWait)
  })
}
