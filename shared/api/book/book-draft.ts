import * as z from 'zod/mini'
import { DraftPlace } from '#shared/api/place/place-draft.ts'
import { Isbn } from './recommendation-fields.ts'
import { name, text } from '#shared/api/text.ts'

const year = z.int('须为整数').check(z.minimum(-5000, '太早了'), z.maximum(2100, '太晚了'))
const people = z.array(name(60)).check(z.maxLength(8, '最多 8 位'))

/** All fields of a book that an editor can change. */
export const BookDraft = z.object({
  title: text(1, 100),
  subtitle: z._default(z.nullable(text(1, 100)), null),
  originalTitle: z._default(z.nullable(text(1, 200)), null),
  authors: people.check(z.minLength(1, '请写上作者')),
  translators: z._default(people, []),
  publisher: z._default(z.nullable(text(1, 60)), null),
  publishedYear: z._default(z.nullable(year), null),
  isbn13: z._default(z.nullable(Isbn), null),
  pages: z._default(z.nullable(z.int().check(z.minimum(1, '至少 1 页'), z.maximum(20_000, '页数太多了'))), null),
  language: z._default(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, '须为语言代码，例如 zh')), 'zh'),
  cover: z._default(z.nullable(z.string().check(z.maxLength(200, '封面不对'))), null),
  desc: text(20, 1000),
  tags: z.array(text(1, 30)).check(z.minLength(1, '至少一个标签'), z.maxLength(8, '最多 8 个标签')),
  places: z.array(DraftPlace).check(z.minLength(1, '至少一处地方'), z.maxLength(12, '最多 12 处地方')),
  era: z._default(
    z.nullable(z.object({ from: year, to: year }).check(z.refine(({ from, to }) => from <= to, '起年不能晚于止年'))),
    null,
  ),
  /** One sentence that says why the text of the book is free of copyright. */
  free: z._default(z.nullable(text(8, 120)), null),
})
export type BookDraft = z.infer<typeof BookDraft>
