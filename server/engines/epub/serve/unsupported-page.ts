import { escapeMarkup } from './clean-attributes.ts'

/** Returns the page that is shown for a section of a book that is encrypted or in a format that the reader ignores. */
export function unsupportedPage(mediaType: string, isLocked: boolean): string {
  const reason = isLocked
    ? '这一页加了密，没有密钥打不开。'
    : `这一页的格式（${escapeMarkup(mediaType.slice(0, 80))}）这里打不开。`
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="zh"><head><meta charset="utf-8"/></head>' +
    `<body><p role="note">〔${reason}〕</p></body></html>\n`
  )
}
