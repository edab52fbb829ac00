import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text, Time } from '#shared/api/text.ts'

/** A position in a book as an EPUB CFI, for a point or a range. */
export const Locator = text(0, 1000).check(
  z.refine((value) => value === '' || /^epubcfi\(.*\)$/s.test(value), '这不是书里的位置'),
)
/** A position in a book, as the fraction of the book before it, from 0 to 1. */
export const Fraction = z
  .number({ error: '须为 0 到 1' })
  .check(z.minimum(0, '须为 0 到 1'), z.maximum(1, '须为 0 到 1'))

export const ContentsEntry = z.strictObject({
  label: z.string(),
  section: described(
    'Index of the section to which an entry of the table of contents leads, in the book’s list of sections.',
    z.int(),
  ),
  fragment: described(
    'Id of the HTML element to which an entry of the table of contents leads; empty for the beginning of the section.',
    z.string(),
  ),
  depth: z.int(),
})
export type ContentsEntry = z.infer<typeof ContentsEntry>

/** An entry of the shortened table of contents that the page of a book shows. */
export const Chapter = z.strictObject({
  at: described('Index of the entry in the table of contents of the outline.', z.int()),
  label: z.string(),
  countInside: described('Number of entries inside this one that are not listed.', z.int()),
})
export type Chapter = z.infer<typeof Chapter>

const Flow = z.enum(['auto', 'paginated', 'scrolled'])

export const Section = z.strictObject({
  /** Path of the section inside the EPUB file. The section's URL is `entryBase` followed by this path. */
  path: z.string(),
  size: described('Size of the book section in bytes.', z.int()),
  isAside: described('Whether the section is outside the linear reading order, such as a footnote page.', z.boolean()),
  layout: described(
    'Whether the section is text that fills pages of any size, a page of a fixed size, or a part of a strip that scrolls.',
    z.enum(['reflowable', 'fixed', 'roll']),
  ),
  side: described(
    'The side of a spread on which the section wants to begin.',
    z.optional(z.enum(['left', 'right', 'center'])),
  ),
  flow: described('How the pages of the section progress, if it differs from the book.', z.optional(Flow)),
  isCentred: described('Whether the text is placed in the middle of the page.', z.optional(z.boolean())),
})
export type Section = z.infer<typeof Section>

/** The structure of a book, which the reader app loads before any text. */
export const Outline = z.strictObject({
  bookId: Id,
  fileId: Id,
  version: described(
    'Version of the text. It changes whenever the bytes of the EPUB file change, or the way in which the site cleans them.',
    z.string(),
  ),
  language: z.string(),
  isRightToLeft: z.boolean(),
  hasFonts: described('Whether the book brings fonts of its own.', z.boolean()),
  hasNarration: described(
    'Whether the book brings recorded narration of its text, which the reader cannot play.',
    z.boolean(),
  ),
  rendition: described(
    'How the book wants to be shown, by its package.',
    z.strictObject({
      flow: described('How the pages of the book progress.', Flow),
      spread: described(
        'In which windows two fixed pages stand side by side: none, wide ones, all, or as the reader decides.',
        z.enum(['auto', 'none', 'landscape', 'both']),
      ),
      orientation: described(
        'The position of the screen for which the book was made.',
        z.enum(['auto', 'landscape', 'portrait']),
      ),
      width: described('Width in pixels of fixed pages that do not state a size.', z.optional(z.int())),
      height: described('Height in pixels of fixed pages that do not state a size.', z.optional(z.int())),
    }),
  ),
  sections: z.array(Section),
  contents: z.array(ContentsEntry),
  pages: described(
    'The pages of a printed edition of the book, by their numbers, in order; empty for most books.',
    z.array(ContentsEntry),
  ),
  landmarks: described(
    'The important places that the book names, such as the beginning of the text; empty for most books.',
    z.array(ContentsEntry),
  ),
})
export type Outline = z.infer<typeof Outline>

/** The version of the text in which a locator was made, as the outline names it. */
export const TextVersion = described(
  'Version of the text in which the locator was made. If another text has replaced it since, the locator is not saved.',
  z.optional(text(1, 60)),
)

const progressFields = {
  bookId: Id,
  fileId: Id,
  locator: Locator,
  fraction: Fraction,
  updatedAt: described(
    'Time at which the reading progress was recorded: by the device’s clock in requests, by the server’s clock in answers.',
    Time,
  ),
  deviceId: Id,
  device: described('Name of the device, such as 浏览器 or KOReader.', text(0, 40)),
}

/** The reading position of a user in a book, with the device that reported it. */
export const Progress = z.strictObject({
  ...progressFields,
  version: described(
    'Version number that grows with each write of any device and gives the order of writes on the server.',
    z.int(),
  ),
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
    summary: 'Get the sections and contents of a book’s text, for one file or for the book’s first file',
    input: z.object({ bookId: Id, fileId: z.optional(Id) }),
    output: Outline,
  }),
  contents: endpoint({
    method: 'GET',
    path: '/reading/{bookId}/contents',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 120,
    summary: 'List the chapters of a book’s first file: the upper entries of its table of contents, at most 200',
    input: z.object({ bookId: Id }),
    output: z.strictObject({ list: z.array(Chapter) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/reading',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the books that the user has been reading, the latest first, at most twenty',
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
    summary: 'Get the user’s reading progress in a book, from any device',
    input: z.object({ bookId: Id }),
    output: z.strictObject({
      progress: z.nullable(Progress),
      behind: described(
        'A position that an e-reader has reported since, but that does not replace the progress, because it is behind it.',
        z.nullable(z.pick(Progress, { fileId: true, locator: true, fraction: true, updatedAt: true, device: true })),
      ),
    }),
  }),
  put: endpoint({
    method: 'PUT',
    path: '/reading/{bookId}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 240,
    summary:
      'Save the reading progress. Returns the stored progress, which is another device’s if that device has written since `basedOn`',
    input: z.object({
      ...progressFields,
      textVersion: TextVersion,
      basedOn: described(
        'Version of the reading progress that this device knew when the user opened the book; 0 for none.',
        z.optional(z.int().check(z.minimum(0, '须为已知的版本'))),
      ),
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
    summary: 'Delete the user’s reading progress in a book',
    input: z.object({ bookId: Id }),
    output: z.strictObject({}),
  }),
}
