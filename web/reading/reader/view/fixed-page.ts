import { Overlayer } from 'foliate-js/overlayer.js'

export interface PageSize {
  width: number
  height: number
}

/** One page of a fixed size: a frame in that size, which is scaled to fit, with a layer for marks above it. */
export class FixedPage {
  readonly index: number
  readonly element = document.createElement('div')
  #frame: HTMLIFrameElement | null = null
  #loading: Promise<void> | null = null
  overlayer: Overlayer | null = null
  /** The size that the page states, or that of its picture; undefined while the page is not loaded or has no size. */
  size: PageSize | undefined

  constructor(index: number) {
    this.index = index
    Object.assign(this.element.style, { position: 'relative', overflow: 'hidden', flex: 'none', background: '#fff' })
  }

  /** The document of the page; undefined while it is not loaded. */
  get doc(): Document | undefined {
    return this.overlayer === null ? undefined : (this.#frame?.contentDocument ?? undefined)
  }

  /** Loads the page from the address that `find` returns, unless it is loaded or loading already. */
  async load(find: () => Promise<string>, loaded: (doc: Document) => void) {
    this.#loading ??= this.#load(find, loaded)
    await this.#loading
  }

  async #load(find: () => Promise<string>, loaded: (doc: Document) => void) {
    const address = await find()
    const frame = document.createElement('iframe')
    // Safari calls no event listeners of this site in frames without `allow-scripts`. The content security policy of
    // the book's documents still prevents all scripts from running.
    frame.setAttribute('sandbox', 'allow-same-origin allow-scripts')
    frame.setAttribute('scrolling', 'no')
    Object.assign(frame.style, { border: '0', display: 'block', transformOrigin: '0 0', background: '#fff' })
    this.#frame = frame
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true })
      frame.src = address
      this.element.replaceChildren(frame)
    })
    const doc = frame.contentDocument
    if (doc === null || this.#frame !== frame) return
    this.size = await measurePage(doc)
    this.overlayer = new Overlayer(doc)
    Object.assign(this.overlayer.element.style, { transformOrigin: '0 0', overflow: 'visible' })
    this.element.append(this.overlayer.element)
    loaded(doc)
  }

  unload() {
    this.#frame = null
    this.#loading = null
    this.overlayer = null
    this.element.replaceChildren()
  }

  /** Shows the page in a size, scaled by a factor. */
  place({ width, height }: PageSize, scale: number) {
    Object.assign(this.element.style, { width: `${width * scale}px`, height: `${height * scale}px` })
    const box = { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` }
    if (this.#frame !== null) Object.assign(this.#frame.style, box)
    if (this.overlayer !== null) Object.assign(this.overlayer.element.style, box)
    this.overlayer?.redraw()
  }
}

/**
 * Returns the size that a page states, or that of its only picture; undefined if it has neither. The server has removed
 * everything but a width and a height in pixels from the page's `viewport`.
 */
async function measurePage(doc: Document): Promise<PageSize | undefined> {
  const content = doc.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? ''
  const [width = 0, height = 0] = (content.match(/\d+/g) ?? []).map(Number)
  const [only] = doc.body?.children ?? []
  const isPicture = doc.body?.children.length === 1 && (only?.localName === 'img' || only?.localName === 'svg')
  if (isPicture && only !== undefined) fillPage(only as HTMLElement, doc.body)
  if (width > 0 && height > 0) return { width, height }
  const picture = doc.querySelector('img')
  if (!isPicture || picture === null) return undefined
  await picture.decode().catch(() => undefined)
  const { naturalWidth, naturalHeight } = picture
  return naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : undefined
}

/** Lets the only picture of a page fill it; pages with a class or style of their own keep their layout. */
function fillPage(picture: HTMLElement, body: HTMLElement) {
  if (body.ownerDocument.querySelector('style, link, [style], [class]') !== null) return
  body.style.margin = '0'
  Object.assign(picture.style, { display: 'block', width: '100%', height: '100vh', objectFit: 'contain' })
}
