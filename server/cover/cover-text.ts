import type { CoverBook } from './cover-book.ts'

/** What of a book's words stands on its cover, and how. */
export function coverText(book: CoverBook): { title: string; subtitle: string; author: string } {
  const full = unwrapTitle(plainText(book.title)) || '无题'
  const given = plainText(book.subtitle ?? '')
  const { title, rest } = given ? { title: full, rest: '' } : splitTitle(full)
  return { title, subtitle: given || rest, author: authorLine(book.authors) }
}

/** Without what no typeface draws and XML may not hold: controls, lone surrogates, private and invisible signs, emoji. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cf}|\p{Co}|\p{Cn}|\uFFFD|\p{Variation_Selector}|\p{Extended_Pictographic}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** On a cover a title stands without the marks that running text puts around it. */
function unwrapTitle(title: string): string {
  return title.match(/^《([^《》]+)》$/)?.[1] ?? title
}

/** A long title's second half, after a colon, a dash or in brackets, is set small. */
function splitTitle(full: string): { title: string; rest: string } {
  const match = full.match(/^(.{2,}?)\s*(?:：|: |——|—|（)\s*(.{2,}?)）?$/u)
  const [, title = full, rest = ''] = match ?? []
  return [...full].length > 9 && rest ? { title, rest } : { title: full, rest: '' }
}

function authorLine(authors: string[]): string {
  const names = authors.map(plainText).filter((name) => name !== '')
  return names.length > 3 ? `${names.slice(0, 2).join('　')}　等` : names.join('　')
}
