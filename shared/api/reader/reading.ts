import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text, Time } from '#shared/api/text.ts'

/** A place in a book as EPUB writes it: a CFI of a point or a stretch. */
export const Locator = text(0, 1000).check(
  z.refine((value) => value === '' || /^epubcfi\(.*\)$/s.test(value), '这不是书里的位置'),
)
/** How much of the book lies before a place. */
export const Fraction = z
  .number({ error: '须为 0 到 1' })
  .check(z.minimum(0, '须为 0 到 1'), z.maximum(1, '须为 0 到 1'))

export const ContentsEntry = z.strictObject({
  label: z.string(),
  /** Position in the list of sections. */
  section: z.int(),
  /** The id of the element in it; empty for its beginning. */
  fragment: z.string(),
  depth: z.int(),
})
export type ContentsEntry = z.infer<typeof ContentsEntry>

export const Section = z.strictObject({
  /** In the archive; its address is `entryBase` and this. */
  path: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Not part of the text's own order. */
  isAside: z.boolean(),
})
export type Section = z.infer<typeof Section>

/** All of a book that its reader needs before any text. */
export const Outline = z.strictObject({
  bookId: Id,
  fileId: Id,
  /** Changes with the file's bytes. */
  version: z.string(),
  language: z.string(),
  isRightToLeft: z.boolean(),
  sections: z.array(Section),
  contents: z.array(ContentsEntry),
})
export type Outline = z.infer<typeof Outline>

const progressFields = {
  bookId: Id,
  fileId: Id,
  locator: Locator,
  fraction: Fraction,
  /** By the device's clock where a device says it, by the server's where the server answers it. */
  updatedAt: Time,
  deviceId: Id,
  /** What the device calls itself: 浏览器, KOReader… */
  device: text(0, 40),
}

/** How far a reader has come in a book, and on which device. */
export const Progress = z.strictObject({
  ...progressFields,
  /** Grows with each write of any device: the server's order of what devices say. */
  version: z.int(),
})
export type Progress = z.infer<typeof Progress>

export const reading = {
  outline: endpoint({
    method: 'GET',
    path: '/reading/{bookId}/outline',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 120,
    summary: 'The sections and contents of a book’s text: of this file, or the first there is',
    input: z.object({ bookId: Id, fileId: z.optional(Id) }),
    output: Outline,
  }),
  list: endpoint({
    method: 'GET',
    path: '/reading',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'What one has been reading, the latest first, twenty at most',
    input: z.object({}),
    output: z.strictObject({
      list: z.array(
        z.strictObject({
          bookId: Id,
          title: z.string(),
          authors: z.array(z.string()),
          cover: z.nullable(z.string()),
          fraction: Fraction,
          updatedAt: Time,
        }),
      ),
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/reading/{bookId}',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'How far one has come in a book, on whichever device',
    input: z.object({ bookId: Id }),
    output: z.strictObject({ progress: z.nullable(Progress) }),
  }),
  put: endpoint({
    method: 'PUT',
    path: '/reading/{bookId}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 240,
    summary:
      'Say how far one has come. What stands is answered: another device’s word, if it has written since `basedOn`',
    input: z.object({
      ...progressFields,
      /** The version of the account's progress that this device knew when its reader came here; 0 for none. */
      basedOn: z.optional(z.int().check(z.minimum(0, '须为已知的版本'))),
    }),
    output: z.strictObject({ progress: Progress }),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/reading/{bookId}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'Forget how far one has come in a book',
    input: z.object({ bookId: Id }),
    output: z.strictObject({}),
  }),
}
