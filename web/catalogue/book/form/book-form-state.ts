import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { authorsOf } from './recommendation-draft.ts'
import { fieldText, isWholeNumber, numberOrNull, textOrNull } from '#web/ui/form-text.ts'
import {
  editionDraftOf,
  type EditionForm,
  editionFormOf,
  findInvalidEditions,
  newEdition,
} from './edition-form-state.ts'

/** A book as form state. Numbers remain the typed text until the form is submitted. */
export interface BookForm {
  title: string
  subtitle: string
  originalTitle: string
  originalLanguage: string
  authors: string
  publishedYear: string
  desc: string
  eraFrom: string
  eraTo: string
  free: string
  tags: string[]
  places: DraftPlace[]
  cover: string | null
  editions: EditionForm[]
}
type TextName = Exclude<keyof BookForm, 'tags' | 'places' | 'cover' | 'editions'>

/** Names of the text fields of the book form, in their order in the form. */
export const textFields: { name: TextName; label: string; isWide?: boolean }[] = [
  { name: 'title', label: '书名', isWide: true },
  { name: 'authors', label: '作者', isWide: true },
  { name: 'subtitle', label: '副题' },
  { name: 'originalTitle', label: '原名' },
  { name: 'originalLanguage', label: '原文语言代码' },
  { name: 'publishedYear', label: '首次出版年' },
  { name: 'eraFrom', label: '写到的年代，起' },
  { name: 'eraTo', label: '写到的年代，止' },
  { name: 'free', label: '正文为什么免费（没有就空着）', isWide: true },
]

/** State of the form for a new book. */
export const emptyBookForm: BookForm = {
  title: '',
  subtitle: '',
  originalTitle: '',
  originalLanguage: '',
  authors: '',
  publishedYear: '',
  desc: '',
  eraFrom: '',
  eraTo: '',
  free: '',
  tags: [],
  places: [],
  cover: null,
  editions: [],
}

/** Returns the state of the book form for approving a recommendation, filled with the data of the recommendation. */
export function bookFormOfRecommendation({ recommendation, places }: Inspection): BookForm {
  const { title, authors, isbn13, tags, cover } = recommendation
  const editions = isbn13 === null ? [] : [newEdition(isbn13)]
  return { ...emptyBookForm, title, authors: authors.join('、'), editions, tags, places, cover }
}

/** Returns the state of the book form for editing an existing book. */
export function bookFormOf({ era, ...book }: BookDraft): BookForm {
  return {
    ...book,
    subtitle: fieldText(book.subtitle),
    originalTitle: fieldText(book.originalTitle),
    originalLanguage: fieldText(book.originalLanguage),
    authors: book.authors.join('、'),
    publishedYear: fieldText(book.publishedYear),
    editions: book.editions.map(editionFormOf),
    eraFrom: fieldText(era?.from ?? null),
    eraTo: fieldText(era?.to ?? null),
    free: fieldText(book.free),
  }
}

/** Returns the error messages of the book form that need no server, such as those for texts that are not numbers. */
export function findInvalidFields(form: BookForm): Record<string, string> {
  const wrong = (['publishedYear', 'eraFrom', 'eraTo'] as const).filter((name) => !isWholeNumber(form[name]))
  const numbers = Object.fromEntries(wrong.map((name) => [name, '请填数字；公元前写负数']))
  return { ...numbers, ...findInvalidEditions(form.editions) }
}

/** Converts the state of the book form to the input of the API call that saves the book. */
export function bookDraftOf(form: BookForm): BookDraft {
  const [from, to] = [numberOrNull(form.eraFrom), numberOrNull(form.eraTo)]
  return {
    title: form.title,
    subtitle: textOrNull(form.subtitle),
    originalTitle: textOrNull(form.originalTitle),
    authors: authorsOf(form.authors),
    originalLanguage: textOrNull(form.originalLanguage),
    publishedYear: numberOrNull(form.publishedYear),
    editions: form.editions.map(editionDraftOf),
    cover: form.cover,
    desc: form.desc,
    tags: form.tags,
    places: form.places,
    free: textOrNull(form.free),
    era: from === null && to === null ? null : { from: from ?? (to as number), to: to ?? (from as number) },
  }
}
