import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { authorsOf } from '#web/recommendation/recommendation-draft.ts'

/** A book as form state. Numbers remain the typed text until the form is submitted. */
export interface BookForm {
  title: string
  subtitle: string
  originalTitle: string
  originalLanguage: string
  authors: string
  translators: string
  publisher: string
  publishedYear: string
  isbn13: string
  pages: string
  language: string
  desc: string
  eraFrom: string
  eraTo: string
  free: string
  tags: string[]
  places: DraftPlace[]
  cover: string | null
  /** The editions of the book; the fields of the form replace those of the first. */
  editions: DraftEdition[]
}
type TextName = Exclude<keyof BookForm, 'tags' | 'places' | 'cover' | 'editions'>

/** Names of the text fields of the book form, in their order in the form. */
export const textFields: { name: TextName; label: string; isWide?: boolean }[] = [
  { name: 'title', label: '书名', isWide: true },
  { name: 'authors', label: '作者', isWide: true },
  { name: 'subtitle', label: '副题' },
  { name: 'originalTitle', label: '原名' },
  { name: 'originalLanguage', label: '原文语言代码' },
  { name: 'translators', label: '译者' },
  { name: 'publisher', label: '出版社' },
  { name: 'publishedYear', label: '首次出版年' },
  { name: 'isbn13', label: 'ISBN' },
  { name: 'pages', label: '页数' },
  { name: 'language', label: '语言代码' },
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
  translators: '',
  publisher: '',
  publishedYear: '',
  isbn13: '',
  pages: '',
  language: 'zh',
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
export function bookFormOf({ recommendation, places }: Inspection): BookForm {
  const { title, authors, isbn13, tags, cover } = recommendation
  return { ...emptyBookForm, title, authors: authors.join('、'), isbn13: isbn13 ?? '', tags, places, cover }
}

/** Returns the state of the book form for editing an existing book. */
export function bookFormFrom({ era, ...book }: BookDraft): BookForm {
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  const [main] = book.editions
  return {
    ...book,
    subtitle: text(book.subtitle),
    originalTitle: text(book.originalTitle),
    originalLanguage: text(book.originalLanguage),
    authors: book.authors.join('、'),
    translators: main?.translators.join('、') ?? '',
    publisher: text(main?.publisher ?? null),
    publishedYear: text(book.publishedYear),
    isbn13: text(main?.isbn13 ?? null),
    pages: text(main?.pages ?? null),
    language: main?.language ?? 'zh',
    eraFrom: text(era?.from ?? null),
    eraTo: text(era?.to ?? null),
    free: text(book.free),
  }
}

/** Returns error messages for the numeric fields of the book form whose text is not a whole number. */
export function findInvalidNumbers(form: BookForm): Record<string, string> {
  const wrong = (['publishedYear', 'pages', 'eraFrom', 'eraTo'] as const).filter(
    (name) => !/^-?\d{0,5}$/.test(form[name].trim()),
  )
  return Object.fromEntries(wrong.map((name) => [name, '请填数字；公元前写负数']))
}

/** Converts the state of the book form to the input of the API call that saves the book. */
export function bookDraftOf(form: BookForm): BookDraft {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  const [from, to] = [number(form.eraFrom), number(form.eraTo)]
  return {
    title: form.title,
    subtitle: orNull(form.subtitle),
    originalTitle: orNull(form.originalTitle),
    authors: authorsOf(form.authors),
    originalLanguage: orNull(form.originalLanguage),
    publishedYear: number(form.publishedYear),
    editions: editionsOf(form, {
      translators: authorsOf(form.translators),
      publisher: orNull(form.publisher),
      isbn13: orNull(form.isbn13),
      pages: number(form.pages),
      language: form.language.trim() || 'zh',
    }),
    cover: form.cover,
    desc: form.desc,
    tags: form.tags,
    places: form.places,
    free: orNull(form.free),
    era: from === null && to === null ? null : { from: from ?? (to as number), to: to ?? (from as number) },
  }
}

type EditionFields = Pick<DraftEdition, 'translators' | 'publisher' | 'isbn13' | 'pages' | 'language'>

/** Returns the editions of the form with the entered fields in the first. Empty fields of a new book make no edition. */
function editionsOf({ editions: [main = newEdition, ...others] }: BookForm, fields: EditionFields): DraftEdition[] {
  const { translators, publisher, isbn13, pages, language } = fields
  const isEmpty = translators.length === 0 && publisher === null && isbn13 === null && pages === null
  return main.id === null && isEmpty && language === 'zh' ? others : [{ ...main, ...fields }, ...others]
}

const newEdition: DraftEdition = {
  id: null,
  title: null,
  translators: [],
  editors: [],
  illustrators: [],
  translatedFrom: null,
  publisher: null,
  year: null,
  isbn13: null,
  pages: null,
  language: 'zh',
  cover: null,
  source: null,
}
