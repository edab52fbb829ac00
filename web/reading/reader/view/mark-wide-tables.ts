/** Parts of a page that may have a size of their own. */
const boxes =
  'div, section, article, main, aside, header, footer, nav, form, blockquote, figure, p, ul, ol, dl, li, dd, pre, address, center, details, fieldset, h1, h2, h3, h4, h5, h6'

/**
 * Marks the parts of a section that the style sheet of the reader fits into the pages: tables that are wider than the
 * text column, which then scroll, and parts whose own size or place would cut off some of their text. Other tables are
 * not changed and may continue on the next page. Must be called after the layout. Returns whether a mark has changed,
 * so that the pages must be laid out again.
 */
export function markOversized(doc: Document): boolean {
  const wide = new Set(doc.querySelectorAll<HTMLElement>('table[data-wide]'))
  for (const table of wide) delete table.dataset['wide']
  const found = [...doc.querySelectorAll('table')].filter(isWide)
  const isCut = cutsText(doc)
  const cutting = [...doc.querySelectorAll<HTMLElement>(boxes)].filter(
    (box) => !('cutting' in box.dataset) && isCut(box),
  )
  const placed = new Set(cutting.flatMap(listPlaced))
  for (const table of found) table.dataset['wide'] = ''
  for (const box of cutting) box.dataset['cutting'] = ''
  for (const element of placed) element.dataset['cutting'] = 'placed'
  return cutting.length > 0 || found.length !== wide.size || found.some((table) => !wide.has(table))
}

/**
 * Returns the elements of a part, including itself, that have a place of their own. They would lie on each other as
 * soon as the part has no height of its own.
 */
function listPlaced(box: HTMLElement): HTMLElement[] {
  const view = box.ownerDocument.defaultView
  return [box, ...box.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const position = view?.getComputedStyle(element).position ?? ''
    const isPlaced = element === box ? position !== 'static' : /absolute|fixed/.test(position)
    return isPlaced && !isHidden(element)
  })
}

/** Returns whether a part has been placed outside of all pages or made a pixel wide, so that nobody sees it. */
function isHidden(element: Element): boolean {
  const { right, bottom, width, height } = element.getBoundingClientRect()
  return right <= 0 || bottom <= 0 || width <= 1 || height <= 1
}

/**
 * Returns the distance in pixels from the beginning of the first page to the end of the content of a section with wide
 * tables, without the parts of the tables that are out of sight; undefined for a section without such tables.
 */
export function endOfContent({ body }: Document, side: 'width' | 'height'): number | undefined {
  if (body.querySelector('table[data-wide]') === null) return undefined
  const seen = [...body.querySelectorAll('*')].filter((element) => !element.parentElement?.closest('table[data-wide]'))
  const ends = seen.map((element) => element.getBoundingClientRect()[side === 'width' ? 'right' : 'bottom'])
  return ends.reduce((end, each) => Math.max(end, each), 0)
}

function isWide(table: HTMLTableElement): boolean {
  const { width } = table.getBoundingClientRect()
  return width > (table.parentElement?.getBoundingClientRect().width ?? width) + 1
}

/**
 * Returns a function that tells whether a part of a page cuts off text: its content is larger than the part itself, its
 * lines reach beyond the column and the margin beside the column, or it reaches below the page.
 */
function cutsText({ body, documentElement, defaultView: view }: Document): (box: HTMLElement) => boolean {
  const isVertical = view?.getComputedStyle(body).writingMode.startsWith('vertical') === true
  const startOf = ({ left, top }: DOMRect) => (isVertical ? top : left)
  const endOf = ({ right, bottom }: DOMRect) => (isVertical ? bottom : right)
  const columns = [...body.getClientRects()]
  const margin = (Number.parseFloat(view?.getComputedStyle(documentElement).columnGap ?? '') || 0) / 2 + 1
  const page = documentElement.getBoundingClientRect()
  const isBelow = ({ left, right, bottom }: DOMRect) =>
    isVertical ? left < page.left - 1 || right > page.right + 1 : bottom > page.bottom + 1
  // The distance between the columns is the same everywhere, so the nearest column need not be searched.
  const [begin = 0, next = begin] = columns.map(startOf)
  const isOutside = (first: DOMRect) => {
    const at = next === begin ? 0 : Math.round((startOf(first) - begin) / (next - begin))
    const column = columns[Math.min(Math.max(at, 0), columns.length - 1)]
    if (column === undefined) return false
    const isWider = endOf(first) > endOf(column) + margin || startOf(first) < startOf(column) - margin
    return isWider || isBelow(first)
  }
  const hides = (box: HTMLElement) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box
    const isLarger = isVertical ? scrollWidth > clientWidth + 1 : scrollHeight > clientHeight + 1
    const style = isLarger ? view?.getComputedStyle(box) : undefined
    return style !== undefined && (isVertical ? style.overflowX : style.overflowY) !== 'visible'
  }
  return (box) => {
    const [first] = box.getClientRects()
    if (!hides(box) && (first === undefined || !isOutside(first))) return false
    return (box.textContent ?? '').trim() !== '' && box.closest('table') === null && !isHidden(box)
  }
}
