import type { Overlayer } from 'foliate-js/overlayer.js'
import type { RareReadings } from './rare-readings.ts'

const key = 'readings'
const svg = 'http://www.w3.org/2000/svg'
/**
 * Font size of the pinyin and maximum width of one pinyin syllable, as fractions of the size of the character below.
 */
const textSize = 0.5
const maxWidth = 1.6

/**
 * Draws pinyin above the rare characters of a section, or beside them in vertical text. The readings are a drawing over
 * the text, so positions, copying and searching are the same with and without them. Null removes the drawing.
 */
export function drawReadings(overlayer: Overlayer, doc: Document, readings: RareReadings | null) {
  overlayer.remove(key)
  if (readings === null) return
  const places = findCharacters(doc, readings)
  if (places.length === 0) return
  const start = doc.createRange()
  start.setStart(doc.body, 0)
  overlayer.add(key, start, () => drawAll(doc, places))
}

interface Place {
  range: Range
  reading: string
}

function findCharacters(doc: Document, readings: RareReadings): Place[] {
  const places: Place[] = []
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION, (node) =>
    // A character to which the book itself adds a pronunciation (ruby) needs no pinyin.
    node.parentElement?.closest('ruby, style, svg, math') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    let at = 0
    for (const character of node.data) {
      const reading = readings.get(character)
      if (reading !== undefined) {
        const range = doc.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + character.length)
        places.push({ range, reading })
      }
      at += character.length
    }
  }
  return places
}

function drawAll(doc: Document, places: Place[]): SVGElement {
  const group = document.createElementNS(svg, 'g')
  group.setAttribute('aria-hidden', 'true')
  const { writingMode, color } = getComputedStyle(doc.body)
  group.setAttribute('fill', color)
  group.setAttribute('text-anchor', 'middle')
  group.setAttribute('font-family', 'system-ui, sans-serif')
  const isVertical = writingMode.startsWith('vertical')
  for (const { range, reading } of places) {
    const box = range.getBoundingClientRect()
    if (box.width > 0 && box.height > 0) group.append(drawReading(box, reading, isVertical))
  }
  return group
}

function drawReading(box: DOMRect, reading: string, isVertical: boolean): SVGElement {
  const em = isVertical ? box.height : box.width
  const size = em * textSize
  const text = document.createElementNS(svg, 'text')
  text.textContent = reading
  text.setAttribute('font-size', String(size))
  // The box of a character may be higher than the character itself, so the pinyin is placed at a fixed distance from
  // the middle of the box.
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const gap = em * 0.58
  if (isVertical) text.setAttribute('transform', `translate(${x + gap} ${y}) rotate(90)`)
  else text.setAttribute('transform', `translate(${x} ${y - gap})`)
  if (reading.length * size * 0.56 > em * maxWidth) {
    text.setAttribute('textLength', String(em * maxWidth))
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs')
  }
  return text
}
