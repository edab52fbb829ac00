import { escapeHtml } from '#shared/escape.ts'
import type { EpubMetadata, TocEntry } from './epub-model.ts'
import { xhtmlPage } from './xhtml-page.ts'

/** Returns the table of contents of a book as an EPUB 3 navigation document. */
export function navPage({ language }: EpubMetadata, toc: TocEntry[]): string {
  const title = language === 'zh-Hant' ? '目錄' : '目录'
  const body = `<nav epub:type="toc" id="toc">\n<h1>${title}</h1>\n${listOf(toc)}\n</nav>`
  return xhtmlPage({ title, language, body, type: 'frontmatter' })
}

function listOf(entries: TocEntry[]): string {
  const lines = entries.map(({ title, href, children }) => {
    const inner = children.length > 0 ? `\n${listOf(children)}\n` : ''
    return `<li><a href="${escapeHtml(encodeHref(href))}">${escapeHtml(title)}</a>${inner}</li>`
  })
  return `<ol>\n${lines.join('\n')}\n</ol>`
}

/** Returns the table of contents of a book in the EPUB 2 format (NCX), for old reading apps. */
export function ncxPage({ identifier, title, language }: EpubMetadata, toc: TocEntry[]): string {
  let order = 0
  const points = (entries: TocEntry[]): string =>
    entries
      .map((entry) => {
        const number = ++order
        return `<navPoint id="n${number}" playOrder="${number}"><navLabel><text>${escapeHtml(entry.title)}</text></navLabel><content src="${escapeHtml(encodeHref(entry.href))}"/>${points(entry.children)}</navPoint>`
      })
      .join('\n')
  const depth = depthOf(toc)
  const map = points(toc)
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx version="2005-1" xml:lang="${escapeHtml(language)}" xmlns="http://www.daisy.org/z3986/2005/ncx/">
<head>
<meta name="dtb:uid" content="${escapeHtml(identifier)}"/>
<meta name="dtb:depth" content="${depth}"/>
<meta name="dtb:totalPageCount" content="0"/>
<meta name="dtb:maxPageNumber" content="0"/>
</head>
<docTitle><text>${escapeHtml(title)}</text></docTitle>
<navMap>
${map}
</navMap>
</ncx>
`
}

function depthOf(entries: TocEntry[]): number {
  return entries.length === 0 ? 0 : 1 + Math.max(...entries.map(({ children }) => depthOf(children)))
}

/** Percent-encodes a file path for use as a link in an EPUB. A fragment (`#…`) remains a fragment. */
function encodeHref(href: string): string {
  const [path = '', fragment] = href.split(/#(.*)/s)
  return encodeURI(path) + (fragment === undefined ? '' : `#${encodeURIComponent(fragment)}`)
}
