import type { Outline } from '#shared/api/reader/reading.ts'
import type { BookView } from '#web/reading/reader/view/book-view.ts'
import { chapterAt } from '#web/reading/reader/view/chapter-at.ts'
import { listSentences, type Sentence } from './list-sentences.ts'

interface SpeakerParts {
  view: BookView
  outline: Outline
  voice: SpeechSynthesisVoice
  /** Speed of the speech; 1 is the usual speed of the voice. */
  rate: number
  /** Whether the speech ends with the chapter. */
  endsWithChapter: boolean
  /** Called when the speech ended without a command of the user; receives a message for the user. */
  ended(message: string): void
}

/** Position of a sentence: the index of its section in the book and its own index in the section. */
export interface SpokenPosition {
  section: number
  at: number
}

/** Reads a book aloud from the visible page on, marks the spoken sentence and turns the pages. */
export class BookSpeaker {
  readonly #parts: SpeakerParts
  #sentences: Sentence[] = []
  #chapter: number | undefined
  /** Number of the latest request to speak; events of earlier ones are ignored. */
  #turn = 0
  /** Number of page turns that the speaker has begun and that are not finished. */
  #moves = 0
  #from: SpokenPosition | null = null
  position: SpokenPosition | null = null

  constructor(parts: SpeakerParts) {
    this.#parts = parts
  }

  /**
   * Starts at a sentence if it is visible, or else at the first visible one. While no section is loaded, the start
   * waits for the call of `follow`.
   */
  start(from: SpokenPosition | null) {
    this.#from = from
    const shown = this.#parts.view.shownSection
    if (shown === undefined) return
    this.#sentences = listSentences(shown.doc)
    const isResumed = from?.section === shown.index && this.#isVisible(this.#sentences[from.at])
    void this.#speak(shown.index, isResumed ? from.at : this.#findVisible())
  }

  stop() {
    this.#turn += 1
    speechSynthesis.cancel()
    this.#parts.view.markSpoken(null)
  }

  /** Speaks the sentence before or after the current one. */
  skip(by: 1 | -1) {
    if (this.position !== null) void this.#speak(this.position.section, Math.max(0, this.position.at + by))
  }

  /**
   * Must be called when the visible page has changed. If the user has turned away from the page with the spoken
   * sentence, the speech continues from the visible page.
   */
  follow() {
    if (this.#moves > 0) return
    if (this.position === null) return this.start(this.#from)
    const { section, at } = this.position
    const { view } = this.#parts
    if (
      view.shownSection === undefined ||
      (view.findShown(section) !== undefined && this.#isVisible(this.#sentences[at]))
    )
      return
    this.start(null)
  }

  async #speak(section: number, at: number) {
    const turn = (this.#turn += 1)
    speechSynthesis.cancel()
    const sentence = this.#sentences[at]
    if (sentence === undefined) return this.#speakNextSection(section, turn)
    const { view, outline, endsWithChapter, voice, rate } = this.#parts
    const range = sentence.rangeFrom(0)
    const chapter = chapterAt(outline.contents, section, range)
    this.#chapter ??= chapter
    if (endsWithChapter && chapter !== this.#chapter) return this.#end('这一章读完了，朗读停在这里')
    this.position = { section, at }
    view.markSpoken(range)
    await this.#show(section, range)
    if (turn !== this.#turn) return
    const utterance = new SpeechSynthesisUtterance(sentence.text)
    Object.assign(utterance, { voice, lang: voice.lang, rate })
    utterance.addEventListener('boundary', ({ charIndex }) => {
      // A sentence may continue on the next page, so the reader shows the page with the spoken word. Voices that do not
      // report their position fire no such event.
      if (turn === this.#turn) void this.#show(section, sentence.rangeFrom(charIndex))
    })
    utterance.addEventListener('end', () => turn === this.#turn && void this.#speak(section, at + 1))
    utterance.addEventListener('error', ({ error }) => {
      if (turn !== this.#turn || error === 'canceled' || error === 'interrupted') return
      // Some browsers allow speech only for a short time after the user has pressed a key or button, so the user has to
      // press the button again.
      const isBlocked = error === 'not-allowed'
      this.#end(isBlocked ? '请再按一次「接着朗读」，浏览器才会出声' : '语音出了错，朗读停了，请换一个声音再试')
    })
    speechSynthesis.speak(utterance)
  }

  async #speakNextSection(section: number, turn: number) {
    const { view, outline } = this.#parts
    const next = outline.sections.findIndex(({ isAside }, index) => index > section && !isAside)
    if (next < 0) return this.#end('这本书读完了')
    await this.#move(() => view.goToSection(next))
    if (turn !== this.#turn) return
    const shown = view.findShown(next)
    if (shown === undefined) return this.#end('下一章没有取到，朗读停在这里')
    this.#sentences = listSentences(shown.doc)
    void this.#speak(next, 0)
  }

  #end(message: string) {
    this.stop()
    this.#parts.ended(message)
  }

  async #show(section: number, range: Range) {
    const { view } = this.#parts
    if (!view.isVisible(range)) await this.#move(() => view.goToRange(section, range))
  }

  async #move(go: () => Promise<void>) {
    this.#moves += 1
    await go().catch(() => undefined)
    this.#moves -= 1
  }

  #isVisible(sentence: Sentence | undefined): boolean {
    return sentence !== undefined && this.#parts.view.isVisible(sentence.rangeFrom(0))
  }

  #findVisible(): number {
    return Math.max(
      0,
      this.#sentences.findIndex((sentence) => this.#isVisible(sentence)),
    )
  }
}
