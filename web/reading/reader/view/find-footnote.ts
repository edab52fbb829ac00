/**
 * Selects elements that are marked as a note by EPUB, by ARIA roles, by HTML, or by common programs for making books.
 */
const typed =
  "aside, [role~='doc-footnote'], [role~='doc-endnote'], [*|type~='footnote'], [*|type~='endnote'], [*|type~='rearnote'], [*|type~='note'], [class*='footnote-item']"
/** Selects lists of notes; each entry of such a list is a note. */
const lists =
  "[role~='doc-endnotes'], [*|type~='footnotes'], [*|type~='endnotes'], [*|type~='rearnotes'], [class*='footnote-content']"
const blocks = 'p, li, dd, dt, td, th, div, section, aside, blockquote, figcaption, h1, h2, h3, h4, h5, h6, body'
/** Greatest number of characters of a note; a longer text is a chapter and not a note. */
const maxNoteLength = 5000

/**
 * Matches a bare marker of a note, such as `1`, `[12]`, `〔三〕`, `①`, `*` or `注2`; the first group is the marker itself.
 */
const marker =
  /^[[〔［(（【〈]?((?:注释?|note)?\s*(?:\d{1,4}|[一二三四五六七八九十百]{1,4}|[ivxlc]{1,6}|[a-z]|[①-⑳㉑-㉟㊱-㊿]|[*†‡§※]{1,4})?)[\]〕］)）】〉]?$/iu
/** Matches the beginning of a note: its marker with a bracket, a full stop or a space after it. */
const startOfNote =
  /^(?:[[〔［(（【〈].{1,6}[\]〕］)）】〉]|(?:注释?|note)?\s*(?:\d{1,4}|[一二三四五六七八九十百]{1,4})[.．、:：\s]|[①-⑳㉑-㉟㊱-㊿*†‡§※])/iu
const brackets = /^[[〔［(（【〈].+[\]〕］)）】〉]$/u

/**
 * Returns whether a link may lead to a note: it is marked as such, or it looks like the marker of a note within a text.
 * Links at the beginning of a paragraph lead from a note back to the text, or from a list of contents to a chapter.
 */
export function mayLeadToNote(link: Element): boolean {
  if (hasType(link, 'backlink') || hasRole(link, 'doc-backlink')) return false
  if (isMarkedReference(link)) return true
  return isMarker(link) && !isInNote(link) && !beginsBlock(link)
}

/**
 * Returns the note to which a link leads, as an element of the document that contains its target; null if the target is
 * no note. `link` may belong to another document.
 */
export function findFootnote(link: Element, target: Element): Element | null {
  const note = noteAround(target, link)
  if (note === null || note.contains(link) || (note.textContent ?? '').length > maxNoteLength) return null
  if (isMarkedReference(link) || isInNote(target)) return note
  if (!beginsBlock(target)) return null
  const isEvident = leadsBack(note, link) || ((isRaised(link) || isBracketed(link)) && hasSameMarker(note, link))
  return isEvident ? note : null
}

/** Returns whether a link of a note leads back to the link that opens the note. */
export function isBackLink(inner: Element, link: Element): boolean {
  if (isReturn(inner)) return true
  const fragment = fragmentOf(inner)
  return fragment !== '' && idsAround(link).includes(fragment)
}

/**
 * Returns the element that contains the whole note of a target, which may be an empty anchor at its beginning. Several
 * notes may stand in one element; then the note is the target's own paragraph with those after it that begin no other
 * note, in a new element.
 */
function noteAround(target: Element, link: Element): Element | null {
  const own = target.closest(blocks)
  if (own === null || own.matches('body')) return null
  const around = target.closest(`${typed}, li, dd`)
  if (around !== null && (around === own || [...around.children].filter(beginsNote).length < 2)) return around
  const parent = own.parentElement
  // If the parent is the whole document or contains the link, the paragraphs after the note may be ordinary text.
  if (parent === null || parent.matches('body, tr') || parent.contains(link)) return own
  return withFollowing(own)
}

/**
 * Returns an element with a paragraph and the following paragraphs of the same note; the paragraph itself if none
 * follow.
 */
function withFollowing(first: Element): Element {
  const parts = [first]
  for (let next = first.nextElementSibling; next !== null && !beginsNote(next); next = next.nextElementSibling)
    parts.push(next)
  if (parts.length === 1) return first
  const whole = first.ownerDocument.createElement('div')
  for (const name of ['lang', 'dir']) {
    const value = first.closest(`[${name}]`)?.getAttribute(name) ?? null
    if (value !== null) whole.setAttribute(name, value)
  }
  whole.append(...parts.map((part) => part.cloneNode(true)))
  return whole
}

/**
 * Returns whether a paragraph does not continue the note before: it is a heading, or it is the target of a link and has
 * the marker of a note or a link back to the text.
 */
function beginsNote(paragraph: Element): boolean {
  if (paragraph.matches('dt, h1, h2, h3, h4, h5, h6, hr')) return true
  const isTarget = paragraph.id !== '' || [...paragraph.querySelectorAll('[id]')].some(beginsBlock)
  if (!isTarget) return false
  const isLink = (link: Element) => beginsBlock(link) || isReturn(link)
  const links = [...paragraph.querySelectorAll('a[href]')]
  return paragraph.matches(typed) || links.some(isLink) || startOfNote.test(textOf(paragraph))
}

/** Returns whether a link by itself says that it leads from a note back to the text. */
function isReturn(link: Element): boolean {
  return hasType(link, 'backlink') || hasRole(link, 'doc-backlink') || /^[↩↑^⏎⮐]\ufe0e?\ufe0f?$/u.test(textOf(link))
}

function isInNote(element: Element): boolean {
  return element.closest(`${typed}, ${lists}`) !== null
}

function isMarkedReference(link: Element): boolean {
  return hasType(link, 'noteref') || hasRole(link, 'doc-noteref')
}

function isMarker(link: Element): boolean {
  const text = textOf(link)
  // Whether a picture stands for a note is decided by its target.
  if (text === '') return link.querySelector('img, svg') !== null
  return marker.test(text)
}

function isRaised(link: Element): boolean {
  if (link.closest('sup') !== null || link.querySelector('sup') !== null) return true
  const view = link.ownerDocument.defaultView
  return view !== null && view.getComputedStyle(link).verticalAlign === 'super'
}

function isBracketed(link: Element): boolean {
  return brackets.test(textOf(link)) || /[①-⑳㉑-㉟㊱-㊿]/u.test(textOf(link))
}

/** Returns whether only white space precedes an element in its paragraph. */
function beginsBlock(element: Element): boolean {
  const block = element.closest(blocks)
  if (block === null || block === element) return true
  const before = element.ownerDocument.createRange()
  before.setStart(block, 0)
  before.setEndBefore(element)
  return before.toString().trim() === ''
}

function leadsBack(note: Element, link: Element): boolean {
  const ids = idsAround(link)
  return [...note.querySelectorAll('a[href]')].some((inner) => ids.includes(fragmentOf(inner)))
}

function hasSameMarker(note: Element, link: Element): boolean {
  const bare = coreOf(textOf(link))
  const start = textOf(note).replace(/^[[〔［(（【〈]?\s*/u, '')
  return bare !== '' && start.startsWith(bare) && !/^\d/.test(start.slice(bare.length))
}

function coreOf(text: string): string {
  return (marker.exec(text)?.[1] ?? '').trim()
}

/** Returns the ids of a link, of the elements inside it, and of the elements around it up to its paragraph. */
function idsAround(link: Element): string[] {
  const ids = [...link.querySelectorAll('[id]')].map(({ id }) => id)
  for (let element: Element | null = link; element !== null; element = element.parentElement) {
    if (element.id !== '') ids.push(element.id)
    if (element.matches(blocks)) break
  }
  return ids
}

function fragmentOf(link: Element): string {
  const [, fragment = ''] = (link.getAttribute('href') ?? '').split('#')
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Returns whether an element has one of the types of EPUB, such as `noteref`. */
export function hasType(element: Element, type: string): boolean {
  return (element.getAttribute('epub:type') ?? '').split(/\s+/).includes(type)
}

function hasRole(element: Element, role: string): boolean {
  return (element.getAttribute('role') ?? '').split(/\s+/).includes(role)
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}
