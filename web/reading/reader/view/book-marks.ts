import { Overlayer } from 'foliate-js/overlayer.js'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { drawMark, mixMarks } from './draw-annotation.ts'
import { drawReadings } from './draw-readings.ts'
import { readLocator } from './locators.ts'
import type { RareReadings } from './rare-readings.ts'
import { textOfRange } from './text-of-range.ts'

/** The section of the book that is loaded, with the layer above its text in which marks are drawn. */
export interface ShownSection {
  index: number
  doc: Document
  overlayer: Overlayer
}

const foundKey = 'found'
const spokenKey = 'spoken'

/**
 * The marks that the reader draws above the text of a book: highlights, the search hit, the spoken sentence and pinyin.
 */
export class BookMarks {
  readonly #shown: () => ShownSection[]
  #annotations: Annotation[] = []
  #found: { section: number; locator: string } | null = null
  #spoken: Range | null = null
  #readings: RareReadings | null = null

  constructor(shown: () => ShownSection[]) {
    this.#shown = shown
  }

  /** Draws all marks, of sections that have just been loaded or whose colours have changed. */
  drawAll() {
    for (const { overlayer, doc } of this.#shown()) mixMarks(overlayer, doc)
    this.#drawAnnotations()
    this.#drawFound()
    this.#drawSpoken()
    this.#drawReadings()
  }

  showAnnotations(annotations: Annotation[]) {
    for (const { id, locator } of this.#annotations) this.#overlayerOf(readLocator(locator)?.section)?.remove(id)
    this.#annotations = annotations.filter(({ kind, isDeleted }) => kind === 'highlight' && !isDeleted)
    this.#drawAnnotations()
  }

  showFound(found: { section: number; locator: string } | null) {
    this.#overlayerOf(this.#found?.section)?.remove(foundKey)
    this.#found = found
    this.#drawFound()
  }

  /** Marks the sentence that is spoken, and removes the mark of the one before. */
  showSpoken(range: Range | null) {
    this.#spoken = range
    this.#drawSpoken()
  }

  showReadings(readings: RareReadings | null) {
    this.#readings = readings
    this.#drawReadings()
  }

  /** Returns the id of the highlight at a point of a section; undefined if there is none. */
  annotationAt(index: number, point: { x: number; y: number }): string | undefined {
    const [key] = this.#overlayerOf(index)?.hitTest(point) ?? []
    return this.#annotations.some(({ id }) => id === key) ? key : undefined
  }

  #drawAnnotations() {
    for (const annotation of this.#annotations) {
      const place = readLocator(annotation.locator)
      const section = this.#sectionAt(place?.section)
      const range = section && place?.find(section.doc)
      if (section && range && hasWords(range, annotation.quote))
        drawMark(section.overlayer, annotation.id, range, annotation.color)
    }
  }

  #drawFound() {
    const section = this.#sectionAt(this.#found?.section)
    const range = section && this.#found && readLocator(this.#found.locator)?.find(section.doc)
    if (section && range)
      section.overlayer.add(foundKey, range, Overlayer.outline, { color: '#fa8c16', width: 2, padding: 1 })
  }

  #drawSpoken() {
    for (const { doc, overlayer } of this.#shown()) {
      overlayer.remove(spokenKey)
      if (this.#spoken?.startContainer.ownerDocument === doc) drawMark(overlayer, spokenKey, this.#spoken, 'spoken')
    }
  }

  #drawReadings() {
    for (const { overlayer, doc } of this.#shown()) drawReadings(overlayer, doc, this.#readings)
  }

  #sectionAt(index: number | undefined): ShownSection | undefined {
    return this.#shown().find((shown) => shown.index === index)
  }

  #overlayerOf(index: number | undefined): Overlayer | undefined {
    return this.#sectionAt(index)?.overlayer
  }
}

/**
 * Returns whether a range contains the words of a highlight. The locator of a highlight in a text that another one has
 * replaced since may lead to other words. Half of the characters are enough, because the book may be shown in another
 * script, which keeps the number of its characters.
 */
function hasWords(range: Range, quote: string): boolean {
  const [found, wanted] = [textOfRange(range), quote].map((text) => Array.from(text.replace(/\s/g, '')))
  const same = (wanted ?? []).filter((character, at) => character === found?.[at])
  return same.length * 2 >= (wanted?.length ?? 0)
}
