import { v5 as namedId } from 'uuid'
import { escapeHtml } from '#shared/escape.ts'
import type { EpubBook, EpubDocument, TocEntry } from '#server/engines/epub/epub-model.ts'
import { xhtmlPage } from '#server/engines/epub/xhtml-page.ts'
import { bookStyle } from './book-style.ts'
import { noteEnd, noteStart, type TextPart, type TextPiece, type TextWork } from './text-work.ts'
import { toSimplified, toTraditional } from './to-simplified.ts'

const namespace = 'b2c0c9a4-6a54-5f3e-9d0c-8a5c5d2f7e11'
/** Modification date of the EPUB files, which is fixed so that repeated builds give identical files. */
const modified = '2026-11-26T00:00:00Z'
const titleHref = 'title.xhtml'
const colophonHref = 'colophon.xhtml'

export interface Edition {
  work: TextWork
  language: 'zh-Hans' | 'zh-Hant'
  rights: string
  cover: Uint8Array
}

/** Composes a text as an EPUB book in simplified or traditional characters. */
export function composeEdition({ work, language, rights, cover }: Edition): EpubBook {
  const say = work.shipsTraditional && language === 'zh-Hans' ? toSimplified : (text: string) => text
  const name = language === 'zh-Hant' ? toTraditional : (text: string) => text
  const title = name(work.title)
  const metadata = {
    identifier: `urn:uuid:${namedId(`${work.key}/${language}`, namespace)}`,
    title,
    creators: work.creators.map(name),
    language,
    rights,
    source: work.source,
    modified,
  }
  const colophon = { title: name('关于这一版'), lines: [rights, work.edition, work.source].map(name) }
  const parts = work.parts.map((part, index) => setPart(part, `t${index + 1}.xhtml`, language, say))
  const front = { href: titleHref, xhtml: titlePage(metadata, name(work.edition)) }
  const back = { href: colophonHref, xhtml: colophonPage(colophon, language) }
  return {
    metadata,
    documents: [front, ...parts.map(({ document }) => document), back],
    toc: [
      { title, href: titleHref, children: [] },
      ...parts.map(({ entry }) => entry),
      { title: colophon.title, href: colophonHref, children: [] },
    ],
    resources: [
      { href: 'style.css', type: 'text/css', data: Buffer.from(bookStyle) },
      { href: 'cover.jpg', type: 'image/jpeg', data: cover },
    ],
    cover: 'cover.jpg',
  }
}

function titlePage({ title, creators, language }: EpubBook['metadata'], edition: string) {
  const body = `<section class="title" epub:type="titlepage">
<h1>${escapeHtml(title)}</h1>
<p class="by">${escapeHtml(creators.join(' '))}</p>
<p class="facts">${escapeHtml(edition)}</p>
</section>`
  return xhtmlPage({ title, language, body, style: 'style.css', type: 'frontmatter' })
}

/** The last page of a book: why the text is free, and where it comes from, with the licence of the source. */
function colophonPage({ title, lines }: { title: string; lines: string[] }, language: string) {
  const facts = lines.map((line) => `<p class="facts">${escapeHtml(line)}</p>`)
  const body = `<section class="colophon" epub:type="colophon">\n<h1>${escapeHtml(title)}</h1>\n${facts.join('\n')}\n</section>`
  return xhtmlPage({ title, language, body, style: 'style.css', type: 'backmatter' })
}

function setPart(
  part: TextPart,
  href: string,
  language: string,
  say: (text: string) => string,
): { document: EpubDocument; entry: TocEntry } {
  const title = say(part.title)
  const hasHeadings = part.pieces.some((piece) => piece.title !== null)
  const notes: string[] = []
  const pieces = part.pieces.map((piece, index) => setPiece(piece, `p${index + 1}`, notes, say))
  const body = `<section epub:type="chapter">\n<h1>${escapeHtml(title)}</h1>\n${pieces.join('\n')}\n</section>`
  const children = part.pieces.flatMap((piece, index) =>
    piece.title === null ? [] : [{ title: say(piece.title), href: `${href}#p${index + 1}`, children: [] }],
  )
  return {
    document: { href, xhtml: xhtmlPage({ title, language, body, style: 'style.css' }) },
    entry: { title, href, children: hasHeadings ? children : [] },
  }
}

function setPiece(piece: TextPiece, id: string, notes: string[], say: (text: string) => string): string {
  const first = notes.length
  const line = (text: string) => `<p>${setNotes(say(text), notes)}</p>`
  const heading = piece.title === null ? '' : `<h2>${escapeHtml(say(piece.title))}</h2>\n`
  const by = piece.by === undefined ? '' : `<p class="by">${escapeHtml(say(piece.by))}</p>\n`
  const lines = piece.lines.map(line).join('\n')
  const comments = (piece.comments ?? []).map((text) => `<p class="comment">${setNotes(say(text), notes)}</p>`)
  // In the EPUB, the author's own remarks on a poem come before the poem; other people's remarks on a prose piece come
  // after it.
  const [before, after] = piece.kind === 'verse' ? [comments, []] : [[], comments]
  const foot = notes
    .slice(first)
    .map(
      (text, at) =>
        `<aside epub:type="footnote" id="n${first + at + 1}"><p>〔${first + at + 1}〕${escapeHtml(text)}</p></aside>`,
    )
  const inner = [...before, `<div class="${piece.kind}">\n${lines}\n</div>`, ...after, ...foot].join('\n')
  return `<section class="piece" id="${id}">\n${heading}${by}${inner}\n</section>`
}

function setNotes(text: string, notes: string[]): string {
  return text
    .split(new RegExp(`${noteStart}([^${noteEnd}]*)${noteEnd}`))
    .map((part, index) => {
      if (index % 2 === 0) return escapeHtml(part)
      const number = notes.push(part)
      return `<a class="noteref" epub:type="noteref" href="#n${number}">〔${number}〕</a>`
    })
    .join('')
}
