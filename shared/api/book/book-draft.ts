import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { DraftPlace, StoredPlace } from '#shared/api/place/place-draft.ts'
import { PlaceKind, SentenceOfPlace } from '#shared/api/place/place.ts'
import { text } from '#shared/api/text.ts'
import { Year } from '#shared/api/year.ts'
import { DraftEdition, Edition, LanguageCode, PeopleNames } from './edition.ts'

const DraftEditions = z.array(DraftEdition).check(
  z.maxLength(50, '最多 50 个版本'),
  z.refine((editions) => {
    const ids = editions.flatMap(({ id }) => id ?? [])
    return new Set(ids).size === ids.length
  }, '有一个版本写了两遍'),
)

/** All fields of a book that an editor can change. */
export const BookDraft = z.object({
  title: text(1, 100),
  subtitle: z._default(z.nullable(text(1, 100)), null),
  originalTitle: described(
    'The title in the language that the book was written in.',
    z._default(z.nullable(text(1, 200)), null),
  ),
  originalLanguage: described('The language the book was written in.', z._default(z.nullable(LanguageCode), null)),
  authors: PeopleNames.check(z.minLength(1, '请写上作者')),
  publishedYear: described(
    'The year in which the book first came out, in whatever language.',
    z._default(z.nullable(Year), null),
  ),
  editions: described(
    'The editions of the book; the first is the main one, which lists and e-readers show.',
    z._default(DraftEditions, []),
  ),
  cover: described(
    'The storage key of a newly uploaded cover, or that of the present cover; null for the generated one.',
    z._default(z.nullable(z.string().check(z.maxLength(200, '封面不对'))), null),
  ),
  desc: text(20, 1000),
  tags: described(
    'Names of existing tags.',
    z.array(text(1, 30)).check(z.minLength(1, '至少一个标签'), z.maxLength(8, '最多 8 个标签')),
  ),
  places: z.array(DraftPlace).check(z.minLength(1, '至少一处地方'), z.maxLength(12, '最多 12 处地方')),
  era: described(
    'The years that the book is about.',
    z._default(
      z.nullable(z.object({ from: Year, to: Year }).check(z.refine(({ from, to }) => from <= to, '起年不能晚于止年'))),
      null,
    ),
  ),
  free: described(
    'One sentence that says why the text of the book is free of copyright.',
    z._default(z.nullable(text(8, 120)), null),
  ),
})
export type BookDraft = z.infer<typeof BookDraft>

const Names = z.array(z.string())
const StoredEdition = z.strictObject({
  ...Edition.shape,
  id: DraftEdition.shape.id,
  translators: Names,
  editors: Names,
  illustrators: Names,
})

/**
 * The fields of a stored book, with which an editor's form is filled. They need not follow the rules of `BookDraft`: a
 * book that was made from a file has no tags and places, and perhaps no description.
 */
export const StoredBook = z.strictObject({
  title: z.string(),
  subtitle: z.nullable(z.string()),
  originalTitle: z.nullable(z.string()),
  originalLanguage: z.nullable(z.string()),
  authors: Names,
  publishedYear: z.nullable(z.int()),
  editions: z.array(StoredEdition),
  cover: z.nullable(z.string()),
  desc: z.string(),
  tags: Names,
  places: z.array(z.strictObject({ ...StoredPlace.shape, kind: PlaceKind, sentence: SentenceOfPlace })),
  era: z.nullable(z.strictObject({ from: z.int(), to: z.int() })),
  free: z.nullable(z.string()),
})
