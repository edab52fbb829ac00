import { escapeMarkup } from './clean-attributes.ts'

/** Returns the page that is shown for a section of a book in a format that the reader does not show. */
export function unsupportedPage(mediaType: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="zh"><head><meta charset="utf-8"/></head>' +
    `<body><p role="note">〔这一页的格式（${escapeMarkup(mediaType.slice(0, 80))}）这里打不开。〕</p></body></html>\n`
  )
}
