import { escapeHtml } from '#shared/escape.ts'

interface PageContent {
  title: string
  language: string
  /** The content of the `body` element as well-formed XHTML. */
  body: string
  /** The path of the style sheet, relative to the XHTML page. */
  style?: string
  /** The role of the page in the book, a value of the EPUB attribute `epub:type`. */
  type?: string
}

/** Returns one page of an EPUB book as a complete XHTML document. */
export function xhtmlPage({ title, language, body, style, type = 'bodymatter' }: PageContent): string {
  const link = style === undefined ? '' : `\n  <link rel="stylesheet" type="text/css" href="${escapeHtml(style)}"/>`
  const languageTag = escapeHtml(language)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${languageTag}" xml:lang="${languageTag}">
<head>
  <title>${escapeHtml(title)}</title>${link}
</head>
<body epub:type="${type}">
${body}
</body>
</html>
`
}
