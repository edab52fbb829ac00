import { escapeHtml } from '#shared/escape.ts'

interface PageContent {
  title: string
  language: string
  /** Content of the body as well-formed XHTML. */
  body: string
  /** Address of the style sheet, relative to the page. */
  style?: string
  /** Kind of the page, from the EPUB vocabulary for `epub:type`. */
  type?: string
}

/** Returns a document of an EPUB. */
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
