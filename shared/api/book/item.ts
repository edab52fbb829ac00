import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { AuthorIds } from '#shared/api/author-ids.ts'
import { ItemType } from '#shared/api/place/mark.ts'
import { Id } from '#shared/api/text.ts'

/** The input fields that identify a book or video by type and id. */
export const itemKey = { itemType: ItemType, itemId: Id }

/** The fields of a book or video that are shown where lists mention it in a single line. */
export const ItemHead = z.strictObject({
  itemType: ItemType,
  itemId: Id,
  title: z.string(),
  authors: described('Author names; empty for a video.', z.array(z.string())),
  authorIds: AuthorIds,
  cover: z.nullable(z.string()),
})
export type ItemHead = z.infer<typeof ItemHead>
