/** Milliseconds that browsers may take to list their voices; some list them only after they were asked once. */
const maxWait = 1500

/**
 * Returns the voices of this device for a language such as `zh-Hans`. Voices of mainland China and voices that work
 * without a network come first. Returns an empty list if there is none, and null if the browser cannot speak at all.
 */
export async function loadVoices(language: string): Promise<SpeechSynthesisVoice[] | null> {
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
