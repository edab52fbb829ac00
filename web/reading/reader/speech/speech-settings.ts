import { create } from 'zustand'
import { readItem, writeItem } from '#web/reading/reader/state/local-reading.ts'

/** Speeds of the speech; 1 is the usual speed of a voice. */
export const rates = [0.6, 0.8, 1, 1.2, 1.5, 2] as const
/** The choices of the sleep timer, which ends the speech; a number counts minutes. */
export const timers = {
  never: '不定时',
  '15': '15 分钟',
  '30': '30 分钟',
  '60': '1 小时',
  chapter: '读完这章',
} as const
export type Timer = keyof typeof timers

interface SpeechSettings {
  rate: number
  /** URI of the voice that the user chose; empty for the first suitable one. */
  voice: string
  timer: Timer
}

const key = 'speech-settings'

/** The settings of reading aloud. This device stores all but the sleep timer, which users choose each time. */
export const useSpeechSettings = create<SpeechSettings>()(() => ({
  rate: 1,
  voice: '',
  timer: 'never',
  ...readStored(),
}))

export function changeSpeech(change: Partial<SpeechSettings>) {
  useSpeechSettings.setState(change)
  const { rate, voice } = useSpeechSettings.getState()
  writeItem(key, JSON.stringify({ rate, voice }))
}

/** Returns only valid stored settings, because another version of the site may have stored other values. */
function readStored(): Partial<SpeechSettings> {
  try {
    const { rate, voice } = JSON.parse(readItem(key) ?? '{}') as Record<string, unknown>
    const known = rates.find((one) => one === rate)
    return { ...(known !== undefined && { rate: known }), ...(typeof voice === 'string' && { voice }) }
  } catch {
    return {}
  }
}
