import * as z from 'zod/mini'
import { ItemType } from '#shared/api/place/mark.ts'
import { Id } from '#shared/api/text.ts'

/** The input fields that identify a book or video by type and id. */
export const itemKey = { itemType: ItemType, itemId: Id }

/** The people who the names of `authors` are, in the same order; null for an unknown author such as 佚名. */
export const AuthorIds = z.array(z.nullable(Id))

/** The fields of a book or video that are shown where lists mention it in a single line. */
export const ItemHead = z.strictObject({
  itemType: ItemType,
  itemId: Id,
  title: z.string(),
  /** Author names; empty for a video. */
  authors: z.array(z.string()),
  authorIds: AuthorIds,
  cover: z.nullable(z.string()),
})
export type ItemHead = z.infer<typeof ItemHead>
