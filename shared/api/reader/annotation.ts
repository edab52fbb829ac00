import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Fraction, Locator, TextVersion } from './reading.ts'
import { Id, text, Time } from '#shared/api/text.ts'

const AnnotationKind = z.enum(['bookmark', 'highlight'], { error: '没有这一种' })
export const AnnotationColor = z.enum(['yellow', 'green', 'blue', 'pink', 'underline'], { error: '没有这种颜色' })
export type AnnotationColor = z.infer<typeof AnnotationColor>

/** A bookmark, or a highlighted passage with an optional note. The device that creates it also creates its id. */
export const Annotation = z.object({
  id: Id,
  fileId: Id,
  kind: AnnotationKind,
  color: AnnotationColor,
  locator: Locator,
  textVersion: TextVersion,
  fraction: Fraction,
  quote: described('The highlighted words, or the words at the position of a bookmark.', text(0, 1000)),
  chapter: text(0, 200),
  note: text(0, 2000),
  createdAt: Time,
  updatedAt: described(
    'Time of the last change, by the clock of the device that made it. Of two versions of an annotation, the version with the later time wins.',
    Time,
  ),
  isDeleted: described(
    'Whether the annotation was deleted. Deleted annotations are retained for a while so that other devices learn of the deletion.',
    z.boolean(),
  ),
})
export type Annotation = z.infer<typeof Annotation>

export const annotation = {
  list: endpoint({
    method: 'GET',
    path: '/annotation/{bookId}',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the user’s bookmarks and highlights in a book, including deleted ones, in pages',
    input: z.object({
      bookId: Id,
      after: z.optional(Id),
    }),
    output: z.strictObject({ list: z.array(Annotation), next: z.nullable(Id) }),
  }),
  put: endpoint({
    method: 'PUT',
    path: '/annotation/{bookId}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 240,
    summary: 'Save bookmarks and highlights by id; the newest version of each wins and is returned',
    input: z.object({
      bookId: Id,
      list: z.array(Annotation).check(z.minLength(1, '至少一条'), z.maxLength(20, '一次最多 20 条')),
    }),
    output: z.strictObject({ list: z.array(Annotation) }),
  }),
}
