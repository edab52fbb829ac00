import type { Recommendation, RecommendationPlace } from '#shared/api/book/recommendation-fields.ts'
import { isIsbn13, parseIsbn } from '#shared/isbn.ts'
import { isLink } from '#shared/link.ts'
import { visibleLength } from '#shared/visible-text.ts'

/** A recommendation that the user is writing, as form state. */
export interface Draft {
  title: string
  /** Author names as typed, separated by 、 or commas. */
  authors: string
  isbn: string
  reason: string
  tags: string[]
  places: RecommendationPlace[]
  /** Whether the user has said that the book has no place. */
  isPlaceless: boolean
  link: string
  cover: string | null
  /** Id of the recommended book, if the site already has the book. */
  bookId: string | null
}
export type DraftErrors = Partial<Record<keyof Draft, string>>

export const emptyDraft: Draft = {
  title: '',
  authors: '',
  isbn: '',
  reason: '',
  tags: [],
  places: [],
  isPlaceless: false,
  link: '',
  cover: null,
  bookId: null,
}
export const maxPlaces = 5
export const maxReason = 2000
export const minReason = 20

export function draftOf({ title, authors, isbn13, reason, tags, places, link, cover, bookId }: Recommendation): Draft {
  return {
    title,
    authors: authors.join('、'),
    isbn: isbn13 ?? '',
    reason,
    tags,
    places,
    isPlaceless: places.length === 0,
    link: link ?? '',
    cover,
    bookId,
  }
}

/** Converts a draft of a recommendation to the input of the API call. */
export function recommendationInputOf({ title, authors, isbn, reason, tags, places, link, cover, bookId }: Draft) {
  return {
    title: title.trim(),
    authors: authorsOf(authors),
    isbn13: isbn.trim() === '' ? null : isbn,
    reason,
    tags,
    places,
    link: link.trim() === '' ? null : link.trim(),
    cover,
    bookId,
  }
}

export function authorsOf(text: string): string[] {
  return [...new Set(text.split(/[、,，;；]/).map((one) => one.trim()))].filter((one) => one !== '')
}

export const lengthOf = (text: string) => [...text.normalize('NFC').trim()].length

/**
 * Validates the draft of a recommendation. The error messages equal those of the server, which takes books without a
 * place: only the form asks for a place or for the word that there is none.
 */
export function checkDraft(draft: Draft): DraftErrors {
  const { title, authors, isbn, reason, link, places, isPlaceless, bookId } = draft
  const names = authorsOf(authors)
  const errors: DraftErrors = {}
  if (lengthOf(title) === 0) errors.title = '请填写书名'
  else if (lengthOf(title) > 100) errors.title = '最多 100 个字'
  if (names.length === 0) errors.authors = '请写上作者，不知道可以写「佚名」'
  else if (names.length > 8) errors.authors = '最多 8 位作者'
  else if (names.some((one) => lengthOf(one) > 60)) errors.authors = '有一位的名字太长了'
  if (isbn.trim() !== '' && parseIsbn(isbn) === null) errors.isbn = isbnError(isbn)
  const [length, seen] = [lengthOf(reason), visibleLength(reason)]
  if (seen < minReason) errors.reason = seen === 0 ? '请写写为什么推荐' : `再写 ${minReason - seen} 个字`
  else if (length > maxReason) errors.reason = `多了 ${length - maxReason} 个字`
  if (bookId === null && places.length === 0 && !isPlaceless)
    errors.places = '请选一个地方，没有就勾选“全书没有写到地方”'
  if (link.trim() !== '' && !isLink(link.trim())) errors.link = '请填写以 https:// 或 http:// 开头的网址'
  return errors
}

/** Returns the error message for a wrong ISBN. The check digit reveals the most common mistake, one wrong digit. */
function isbnError(typed: string): string {
  const digits = typed.normalize('NFKC').replace(/isbn[\s\p{Pd}]*(?:1[03](?!\d))?|[^\dx]/giu, '')
  if (digits.length !== 10 && digits.length !== 13) return `ISBN 是 10 位或 13 位，现在是 ${digits.length} 位`
  return isIsbn13(digits) ? '' : '校验位对不上，请核对每一位数字'
}
