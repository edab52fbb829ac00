import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { SeenText } from './imported-text.ts'

/** Title, size and other facts of one of the two texts in a comparison. */
const TextSide = z.strictObject({
  title: z.string(),
  authors: z.array(z.string()),
  language: z.string(),
  countCharacters: z.int(),
  countSections: described('The number of sections of the text: entries of its table of contents.', z.int()),
})
export type TextSide = z.infer<typeof TextSide>

const TextChange = z.strictObject({
  change: described('Whether a section is added, removed or changed.', z.enum(['added', 'removed', 'changed'])),
  title: z.string(),
  before: described('The number of characters of the stored section; null for an added one.', z.nullable(z.int())),
  after: described('The number of characters of the new section; null for a removed one.', z.nullable(z.int())),
})
export type TextChange = z.infer<typeof TextChange>

const UserPlaces = z.strictObject({
  count: described('The number of places of users in the stored text.', z.int()),
  countChecked: described(
    'The number of these places that were looked for in the new text; at most the latest 5000.',
    z.int(),
  ),
  countFound: described('The number of looked-for places at which the new text has the same words.', z.int()),
})

/**
 * The differences between the stored text of a book and an uploaded file, and how many bookmarks, highlights and
 * reading positions of users have the same words in the new text. An editor sees this before the file replaces the
 * text.
 */
export const TextChanges = z.strictObject({
  ...SeenText.shape,
  before: described('The stored text.', TextSide),
  after: described('The new text.', TextSide),
  counts: described(
    'The number of sections by what happens to them.',
    z.strictObject({ same: z.int(), changed: z.int(), added: z.int(), removed: z.int() }),
  ),
  changes: described('The sections that are not the same, at most 200.', z.array(TextChange)),
  marks: described('The highlights, notes and bookmarks of users in the stored text.', UserPlaces),
  positions: described('The positions to which users have read the stored text.', UserPlaces),
  isShorter: described(
    'Whether the new text has less than 60 % of the characters, so that it replaces the stored one only with `replaceWithShorter`.',
    z.boolean(),
  ),
  isSample: described('Whether words such as 试读 mark the new text as an excerpt of a book.', z.boolean()),
})
export type TextChanges = z.infer<typeof TextChanges>
