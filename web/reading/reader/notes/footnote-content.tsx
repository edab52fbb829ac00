import { createElement, Fragment, type MouseEvent, type ReactNode } from 'react'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { isBackLink } from '#web/reading/reader/view/find-footnote.ts'
import type { Footnote } from '#web/reading/reader/view/footnote.ts'

/**
 * The HTML and MathML elements that are allowed in a note, besides links and pictures; of any other element only the
 * content is shown.
 */
const elements = new Set(
  (
    'p div blockquote ul ol li dl dt dd table thead tbody tr th td br hr em strong i b u s small sub sup q cite code kbd ' +
    'span ruby rb rt rp bdi bdo math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mtable mtr mtd'
  ).split(' '),
)
const empty = new Set(['br', 'hr'])

/**
 * The text of a note. React elements are created from the document that the server has sanitized. Only element names,
 * languages, text, links and pictures of the book are copied, so that no styles or scripts of the book reach the page.
 */
export function FootnoteContent({ footnote }: { footnote: Footnote }) {
  const { element } = footnote
  const language = element.closest('[lang]')?.getAttribute('lang') ?? undefined
  return (
    <div lang={language} dir={element.closest('[dir]')?.getAttribute('dir') ?? undefined}>
      {contentOf(element, footnote)}
    </div>
  )
}

function contentOf(parent: Element, footnote: Footnote): ReactNode[] {
  return [...parent.childNodes].map((node, at) => <Fragment key={at}>{nodeOf(node, footnote)}</Fragment>)
}

function nodeOf(node: Node, footnote: Footnote): ReactNode {
  if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) return node.nodeValue
  if (node.nodeType !== Node.ELEMENT_NODE) return null
  const element = node as Element
  const name = element.localName.toLowerCase()
  if (name === 'a' && element.hasAttribute('href')) return linkOf(element, footnote)
  if (name === 'img') return pictureOf(element)
  if (!elements.has(name)) return contentOf(element, footnote)
  const lang = element.getAttribute('lang') ?? undefined
  return createElement(name, { lang }, ...(empty.has(name) ? [] : contentOf(element, footnote)))
}

/**
 * Returns a link that opens its target within the book. For a link back to the text, returns only its words, or nothing
 * if they say no more than “back”.
 */
function linkOf(link: Element, footnote: Footnote): ReactNode {
  if (isBackLink(link, footnote.link))
    return /[\p{L}\p{N}*†‡§※]/u.test(link.textContent ?? '') && !/^[返回到\s]+$/u.test(link.textContent ?? '')
      ? contentOf(link, footnote)
      : null
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    useReader.setState({ footnote: null })
    void useReader.getState().view?.follow(link, footnote.section, footnote.box)
  }
  return (
    <a href={link.getAttribute('href') ?? ''} onClick={follow}>
      {contentOf(link, footnote)}
    </a>
  )
}

function pictureOf(picture: Element): ReactNode {
  const source = picture.getAttribute('src') ?? ''
  const isOfBook = /^\/book\/[^/]+\/file\//.test(source) || source.startsWith('data:image/')
  return isOfBook ? <img src={source} alt={picture.getAttribute('alt') ?? ''} /> : null
}
