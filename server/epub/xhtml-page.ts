import { escapeHtml } from '#shared/escape.ts'

interface PageParts {
  title: string
  language: string
  /** Well-formed XHTML. */
  body: string
  /** Address of the style sheet, relative to the page. */
  style?: string
  /** What the page is, in EPUB's own words. */
  type?: string
}

/** One document of an EPUB. */
export function xhtmlPage({ title, language, body, style, type = 'bodymatter' }: PageParts): string {
  const link = style === undefined ? '' : `\n  <link rel="stylesheet" type="text/css" href="${escapeHtml(style)}"/>`
  const tongue = escapeHtml(language)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${tongue}" xml:lang="${tongue}">
<head>
  <title>${escapeHtml(title)}</title>${link}
</head>
<body epub:type="${type}">
${body}
</body>
</html>
`
}
