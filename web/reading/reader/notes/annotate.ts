import { maxAnnotations } from '#shared/annotation-limit.ts'
import type { Annotation, AnnotationColor } from '#shared/api/reader/annotation.ts'
import { currentOwner, readLocal, writeLocal } from '#web/reading/reader/state/local-reading.ts'
import { sendProgress } from '#web/reading/reader/progress/save-progress.ts'
import type { ReadingPosition } from '#web/reading/reader/view/book-view.ts'
import { isInside, isOnPage } from '#web/reading/reader/view/locators.ts'
import { changeSettings, useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { textOfRange, trimRange } from '#web/reading/reader/view/text-of-range.ts'
import { notify, useReader } from '#web/reading/reader/state/reader-store.ts'

/**
 * Highlights the selected text of the book, by default in the colour that the user has chosen last, and clears the
 * selection. If the text is highlighted already, or is a part of a highlight, no second highlight is created: the
 * existing one gets `color`, if it is given. Returns the id of the highlight, or null if nothing is selected or the
 * limit of annotations for a book is reached.
 */
export function highlightSelection(color?: AnnotationColor): string | null {
  const { selection, view, outline, annotations } = useReader.getState()
  const range = selection && trimRange(selection.range)
  if (range === null || view === null || outline === null) return null
  const { locator, fraction, chapter } = view.locate(range)
  view.deselect()
  useReader.setState({ selection: null })
  if (color !== undefined) changeSettings({ highlight: color })
  const existing = annotations.find(
    (one) => one.kind === 'highlight' && !one.isDeleted && isInside(locator, one.locator),
  )
  if (existing !== undefined) {
    if (color !== undefined) changeAnnotation(existing.id, { color })
    return existing.id
  }
  const annotation = createAnnotation({
    kind: 'highlight',
    color: useReadingSettings.getState().highlight,
    locator,
    fraction,
    quote: textOfRange(range).replace(/\s+/g, ' '),
    chapter: outline.contents[chapter]?.label ?? '',
  })
  return saveAnnotation(annotation) ? annotation.id : null
}

/** Adds a bookmark to the visible page of the book, or removes the page's bookmark if there is one. */
export function toggleBookmark() {
  const { position, outline, annotations } = useReader.getState()
  if (position === null || outline === null) return
  const bookmark = findBookmark(position, annotations)
  if (bookmark !== undefined) return removeAnnotation(bookmark.id)
  const { locator, fraction, chapter, words } = position
  saveAnnotation(
    createAnnotation({
      kind: 'bookmark',
      color: 'yellow',
      locator,
      fraction,
      quote: words,
      chapter: outline.contents[chapter]?.label ?? '',
    }),
  )
}

/** Returns the bookmark on the visible page of the book, whose position is given, or undefined if the page has none. */
export function findBookmark(position: ReadingPosition | null, annotations: Annotation[]): Annotation | undefined {
  if (position === null) return undefined
  return annotations.find(
    ({ kind, isDeleted, locator }) =>
      kind === 'bookmark' && !isDeleted && (locator === position.locator || isOnPage(locator, position.page)),
  )
}

/** Changes an annotation. Without a difference, or if the annotation was removed, nothing is written. */
export function changeAnnotation(id: string, change: Partial<Pick<Annotation, 'color' | 'note'>>) {
  const known = useReader.getState().annotations.find((one) => one.id === id && !one.isDeleted)
  if (known === undefined) return
  const { color = known.color, note = known.note } = change
  if (color === known.color && note === known.note) return
  saveAnnotation({ ...known, color, note, updatedAt: laterThan(known.updatedAt) })
}

export function removeAnnotation(id: string) {
  const known = useReader.getState().annotations.find((one) => one.id === id)
  if (known === undefined) return
  const emptied = { locator: '', fraction: 0, quote: '', chapter: '', note: '', isDeleted: true }
  saveAnnotation({ ...known, ...emptied, updatedAt: laterThan(known.updatedAt) })
}

type AnnotationParts = Pick<Annotation, 'kind' | 'color' | 'locator' | 'fraction' | 'quote' | 'chapter'>

function createAnnotation(parts: AnnotationParts): Annotation {
  const createdAt = new Date().toISOString()
  const { fileId = '', version } = useReader.getState().outline ?? {}
  const quote = Array.from(parts.quote).slice(0, 1000).join('')
  const times = { createdAt, updatedAt: createdAt }
  return { ...parts, quote, id: newTimedId(), fileId, textVersion: version, note: '', ...times, isDeleted: false }
}

/**
 * Returns the time for a change of an annotation: the current time, or a millisecond after `time` if `time` is not
 * earlier. Every change thus has a later time than the one before.
 */
function laterThan(time: string): string {
  return new Date(Math.max(Date.now(), Date.parse(time) + 1)).toISOString()
}

/**
 * Stores an annotation on this device and sends it. Returns false if the limit of annotations for a book is reached.
 */
function saveAnnotation(annotation: Annotation): boolean {
  const { outline } = useReader.getState()
  if (outline === null) return false
  const owner = currentOwner()
  const local = readLocal(owner, outline.bookId)
  const others = local.annotations.filter(({ id }) => id !== annotation.id)
  if (others.filter(({ isDeleted }) => !isDeleted).length >= maxAnnotations) {
    notify(`一本书最多 ${maxAnnotations} 条书签和批注，请先删掉一些`)
    return false
  }
  const annotations = [...others, annotation].sort((a, b) => a.fraction - b.fraction)
  const unsent = [...new Set([...local.unsent, annotation.id])]
  const isStored = writeLocal(owner, outline.bookId, { ...local, annotations, unsent })
  useReader.setState({ annotations })
  if (!isStored) notify('浏览器没有地方存这条批注了，关闭这一页它就没有了')
  void sendProgress()
  return true
}

/** Returns a new UUID of version 7. Such ids sort by the time of their creation. */
function newTimedId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = Date.now()
  for (let at = 0; at < 6; at += 1) bytes[at] = Math.floor(time / 2 ** (40 - 8 * at)) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
