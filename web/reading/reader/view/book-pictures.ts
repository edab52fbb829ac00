/** A picture of the book that the user looks at in its own window. */
export interface OpenedPicture {
  /** The picture in the book's document, which gets the focus back. */
  element: Element
  /** URL of the picture on this site or, for an SVG image within the text, a data URL. */
  source: string
  caption: string
}

/**
 * Maximum height, as a multiple of the surrounding font size, of a picture that stands for a character within a line.
 */
const characterSize = 2

/**
 * Makes the pictures of a section reachable by the keyboard, except pictures in links and those that stand for a
 * character. Must be called after the layout, because pictures for characters are recognised by their size.
 */
export function markPictures(doc: Document) {
  for (const element of doc.querySelectorAll<HTMLElement | SVGElement>('img, svg')) {
    if (element.closest('a[href], audio, video, [hidden]') !== null || element.parentElement?.closest('svg')) continue
    if (element.getAttribute('aria-hidden') === 'true' || isCharacter(element)) continue
    const caption = captionOf(element)
    element.dataset['picture'] = ''
    element.tabIndex = 0
    element.setAttribute('role', 'button')
    element.setAttribute('aria-label', caption === '' ? '放大图片' : `放大图片：${caption}`)
  }
}

/** Most characters of a page whose background is shown as a picture. That of a longer text is a texture. */
const maxCharacters = 400

/**
 * Shows the picture behind a page that has little text and no other picture as a picture after the text, because the
 * paper of the reader replaces the backgrounds of flowing pages.
 */
export function showBackground(doc: Document) {
  const { body, documentElement: root, defaultView: view } = doc
  if (view === null || body.querySelector('img, svg, video') !== null) return
  if ((body.textContent ?? '').trim().length > maxCharacters) return
  // While this mark is set, the style sheet of the reader does not cover the background.
  root.dataset['uncovered'] = ''
  const backgrounds = [body, root].map((element) => view.getComputedStyle(element).backgroundImage)
  delete root.dataset['uncovered']
  const [, source] = /url\("([^"]+)"\)/.exec(backgrounds.join(' ')) ?? []
  if (source === undefined) return
  const picture = doc.createElementNS('http://www.w3.org/1999/xhtml', 'img') as HTMLImageElement
  picture.alt = ''
  picture.src = source
  picture.addEventListener('load', () => markPictures(doc), { once: true })
  body.append(picture)
}

/** Returns whether a section's document contains nothing but one picture, as the page of a cover does. */
export function isOnePicture({ body }: Document): boolean {
  return body.querySelectorAll('img, svg').length === 1 && (body.textContent ?? '').trim() === ''
}

/**
 * Marks a section that is a single picture, and removes the indent of paragraphs that contain only pictures, which
 * would push a wide picture out of the page.
 */
export function setLonePictures(doc: Document) {
  if (isOnePicture(doc)) doc.documentElement.dataset['onePicture'] = ''
  for (const paragraph of doc.querySelectorAll<HTMLElement>('p:not([class]):has(img, svg)'))
    if ((paragraph.textContent ?? '').trim() === '') paragraph.style.setProperty('text-indent', '0', 'important')
}

/** Returns the picture of the book around an element; null if the element is not in a picture that can be opened. */
export function pictureAround(target: Element): OpenedPicture | null {
  const element = target.closest('[data-picture]')
  return element && { element, source: sourceOf(element), caption: captionOf(element) }
}

function isCharacter(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const style = element.ownerDocument.defaultView?.getComputedStyle(element.parentElement ?? element)
  return Math.min(width, height) <= characterSize * Number.parseFloat(style?.fontSize ?? '16')
}

function captionOf(element: Element): string {
  const title = element.querySelector('title')?.textContent ?? element.getAttribute('title') ?? ''
  const figure = element.closest('figure')?.querySelector('figcaption')?.textContent ?? ''
  return (element.getAttribute('alt') || title || figure).replace(/\s+/g, ' ').trim()
}

function sourceOf(element: Element): string {
  if (element.localName === 'img') return element.getAttribute('src') ?? ''
  const [image, ...others] = element.querySelectorAll('image, path, text, rect, circle, ellipse, polygon, use')
  const href = others.length === 0 && image?.localName === 'image' ? image.getAttribute('href') : null
  return href ?? drawingUrl(element)
}

/** Returns an SVG image of the text as a data URL, in the size that it has in the text. */
function drawingUrl(drawing: Element): string {
  const copy = drawing.cloneNode(true) as Element
  const { width, height } = drawing.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
}
