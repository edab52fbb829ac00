import type { DraftEdition } from '#shared/api/book/edition.ts'
import { authorsOf } from './recommendation-draft.ts'
import { fieldText, isWholeNumber, numberOrNull, textOrNull } from '#web/ui/form-text.ts'

type TextName = Exclude<keyof DraftEdition, 'id' | 'cover'>

/**
 * An edition as form state. Names of people are joined by 、, and numbers remain the typed text until the form is
 * submitted. The key lets React preserve the focus when the edition moves.
 */
export interface EditionForm extends Record<TextName, string> {
  key: string
  id: string | null
  cover: string | null
}

/** Names of the text fields of an edition, in their order in the form. */
export const editionFields: { name: TextName; label: string; isWide?: boolean }[] = [
  { name: 'title', label: '这个版本的书名（和上面不同才填）', isWide: true },
  { name: 'translators', label: '译者' },
  { name: 'translatedFrom', label: '译自的语言代码（不是原文才填）' },
  { name: 'publisher', label: '出版社' },
  { name: 'year', label: '出版年' },
  { name: 'isbn13', label: 'ISBN' },
  { name: 'pages', label: '页数' },
  { name: 'language', label: '语言代码' },
  { name: 'editors', label: '编者' },
  { name: 'illustrators', label: '插图' },
  { name: 'source', label: '资料来源' },
]

let keys = 0

/**
 * Returns a key for a new edition. The key differs from the keys of unsaved editions that were restored after a reload
 * of the page.
 */
const newKey = () => `new-${performance.timeOrigin}-${++keys}`

/** Returns the form state of a new edition. */
export function newEdition(isbn13 = ''): EditionForm {
  const people = { translators: '', editors: '', illustrators: '' }
  const publication = { publisher: '', year: '', pages: '', isbn13 }
  const rest = { title: '', translatedFrom: '', language: 'zh', source: '' }
  return { key: newKey(), id: null, cover: null, ...people, ...publication, ...rest }
}

export function editionFormOf(edition: DraftEdition): EditionForm {
  return {
    key: edition.id ?? newKey(),
    id: edition.id,
    cover: edition.cover,
    title: fieldText(edition.title),
    translators: edition.translators.join('、'),
    editors: edition.editors.join('、'),
    illustrators: edition.illustrators.join('、'),
    translatedFrom: fieldText(edition.translatedFrom),
    publisher: fieldText(edition.publisher),
    year: fieldText(edition.year),
    isbn13: fieldText(edition.isbn13),
    pages: fieldText(edition.pages),
    language: edition.language,
    source: fieldText(edition.source),
  }
}

/** Converts the form state of an edition to the input of the API call that saves the book. */
export function editionDraftOf(form: EditionForm): DraftEdition {
  return {
    id: form.id,
    cover: form.cover,
    title: textOrNull(form.title),
    translators: authorsOf(form.translators),
    editors: authorsOf(form.editors),
    illustrators: authorsOf(form.illustrators),
    translatedFrom: textOrNull(form.translatedFrom),
    publisher: textOrNull(form.publisher),
    year: numberOrNull(form.year),
    isbn13: textOrNull(form.isbn13),
    pages: numberOrNull(form.pages),
    language: textOrNull(form.language) ?? 'zh',
    source: textOrNull(form.source),
  }
}

/**
 * Returns the error messages that need no server, keyed by the path of the field in the draft of the book: for texts
 * that are not numbers, and for new editions without any fact.
 */
export function findInvalidEditions(editions: EditionForm[]): Record<string, string> {
  const errors = editions.flatMap((edition, at) => {
    const wrong = (['year', 'pages'] as const).filter((name) => !isWholeNumber(edition[name]))
    const numbers = wrong.map((name) => [`editions.${at}.${name}`, '请填数字'])
    return isEmpty(edition) ? [[`editions.${at}.publisher`, '至少填一项，或者移除这个版本'], ...numbers] : numbers
  })
  return Object.fromEntries(errors) as Record<string, string>
}

function isEmpty({ key: _key, id, cover, language, ...texts }: EditionForm): boolean {
  return (
    id === null &&
    cover === null &&
    language.trim() === 'zh' &&
    Object.values(texts).every((text) => text.trim() === '')
  )
}
