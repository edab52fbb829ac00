import { escapeAttribute } from './clean-attributes.ts'

/** Returns a page of a book that shows nothing but one picture. */
export function picturePage(href: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/></head>' +
    `<body><img src="${escapeAttribute(href)}" alt=""/></body></html>\n`
  )
}
