import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Fraction, Locator } from './reading.ts'
import { Id, text, Time } from '#shared/api/text.ts'

export const AnnotationKind = z.enum(['bookmark', 'highlight'], { error: '没有这一种' })
export const AnnotationColor = z.enum(['yellow', 'green', 'blue', 'pink', 'underline'], { error: '没有这种颜色' })
export type AnnotationColor = z.infer<typeof AnnotationColor>

/** A bookmark, or a marked passage with or without a note. Made on a device, which gives it its id. */
export const Annotation = z.object({
  id: Id,
  fileId: Id,
  kind: AnnotationKind,
  color: AnnotationColor,
  locator: Locator,
  fraction: Fraction,
  /** The marked words, or those a bookmark stands at. */
  quote: text(0, 1000),
  chapter: text(0, 200),
  note: text(0, 2000),
  createdAt: Time,
  /** By the device's clock: of two versions the later stays. */
  updatedAt: Time,
  /** Taken away; kept for a while so that other devices hear of it. */
  isDeleted: z.boolean(),
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
    summary: 'One’s bookmarks and highlights in a book, deleted ones too, a page at a time',
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
    summary: 'Save bookmarks and highlights by their ids; the newest version of each stays, and is answered',
    input: z.object({
      bookId: Id,
      list: z.array(Annotation).check(z.minLength(1, '至少一条'), z.maxLength(20, '一次最多 20 条')),
    }),
    output: z.strictObject({ list: z.array(Annotation) }),
  }),
}
