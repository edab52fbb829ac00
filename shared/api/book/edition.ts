import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { Isbn } from './recommendation-fields.ts'
import { Id, name, text } from '#shared/api/text.ts'
import { Year } from '#shared/api/year.ts'

/**
 * The name of a translator, editor or illustrator as printed on the title page, and the id of the person; the id is
 * null for an unknown person such as 佚名.
 */
const Credit = z.strictObject({ name: z.string(), personId: z.nullable(Id) })
export type Credit = z.infer<typeof Credit>

/** One edition of a book, as the page of the book lists it. */
export const Edition = z.strictObject({
  id: Id,
  title: described('The title of the edition; null if it is that of the book.', z.nullable(z.string())),
  translators: z.array(Credit),
  editors: z.array(Credit),
  illustrators: z.array(Credit),
  translatedFrom: described(
    'The language that the edition was translated from, as a BCP 47 code, if it is not the original language of the book.',
    z.nullable(z.string()),
  ),
  publisher: z.nullable(z.string()),
  year: described('The year in which the edition came out.', z.nullable(z.int())),
  isbn13: z.nullable(z.string()),
  pages: z.nullable(z.int()),
  language: described('The language of the edition, as a BCP 47 code.', z.string()),
  cover: described('Storage key of a picture of the edition’s cover.', z.nullable(z.string())),
  source: described('Where the data of the edition come from, in words.', z.nullable(z.string())),
})
export type Edition = z.infer<typeof Edition>

export const PeopleNames = described(
  'Names of people as a title page has them.',
  z.array(name(60)).check(z.maxLength(8, '最多 8 位')),
)
export const LanguageCode = described(
  'A language as a BCP 47 code, such as `zh` or `lzh`.',
  z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, '须为语言代码，例如 zh')),
)

/** An edition as editors enter it. */
export const DraftEdition = z.object({
  id: described('The id of the edition; null for a new one.', z._default(z.nullable(Id), null)),
  title: described(
    'The title of the edition, if it is not that of the book.',
    z._default(z.nullable(text(1, 100)), null),
  ),
  translators: z._default(PeopleNames, []),
  editors: z._default(PeopleNames, []),
  illustrators: z._default(PeopleNames, []),
  translatedFrom: described(
    'The language of the text that was translated, if it is not the original one.',
    z._default(z.nullable(LanguageCode), null),
  ),
  publisher: z._default(z.nullable(text(1, 60)), null),
  year: described('The year in which the edition came out.', z._default(z.nullable(Year), null)),
  isbn13: z._default(z.nullable(Isbn), null),
  pages: z._default(z.nullable(z.int().check(z.minimum(1, '至少 1 页'), z.maximum(20_000, '页数太多了'))), null),
  language: described('The language of the edition, as a BCP 47 code.', z._default(LanguageCode, 'zh')),
  cover: described(
    'The storage key of a newly uploaded cover, or that of the present cover; null for no cover.',
    z._default(z.nullable(z.string().check(z.maxLength(200, '封面不对'))), null),
  ),
  source: described('Where the data come from, in words.', z._default(z.nullable(text(1, 200)), null)),
})
export type DraftEdition = z.infer<typeof DraftEdition>
