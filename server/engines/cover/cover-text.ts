import type { CoverBook } from './cover-book.ts'

/** Returns the texts on a book cover: title, subtitle and author line, cleaned and shortened. */
export function coverText(book: Pick<CoverBook, 'title' | 'subtitle' | 'authors'>): {
  title: string
  subtitle: string
  author: string
} {
  const full = unwrapTitle(plainText(book.title)) || '无题'
  const subtitle = plainText(book.subtitle ?? '')
  const { title, rest } = subtitle ? { title: full, rest: '' } : splitTitle(full)
  return { title, subtitle: subtitle || rest, author: authorLine(book.authors) }
}

/**
 * Removes characters that fonts cannot draw or XML forbids: control characters, lone surrogates, characters for private
 * use, invisible characters, and emoji.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cf}|\p{Co}|\p{Cn}|\uFFFD|\p{Variation_Selector}|\p{Extended_Pictographic}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes the title marks 《》 if they enclose a book title. */
function unwrapTitle(title: string): string {
  return title.match(/^《([^《》]+)》$/)?.[1] ?? title
}

/** Splits a long book title at a colon, a dash or a bracket; the second part becomes the subtitle. */
function splitTitle(full: string): { title: string; rest: string } {
  const match = full.match(/^(.{2,}?)\s*(?:：|: |——|—|（)\s*(.{2,}?)）?$/u)
  const [, title = full, rest = ''] = match ?? []
  return [...full].length > 9 && rest ? { title, rest } : { title: full, rest: '' }
}

function authorLine(authors: string[]): string {
  const names = authors.map(plainText).filter((name) => name !== '')
  return names.length > 3 ? `${names.slice(0, 2).join('　')}　等` : names.join('　')
}
