import * as z from 'zod/mini'
import { described } from './described.ts'
import { AuthorIds } from './author-ids.ts'
import { Id } from './text.ts'

/** The two types of items on the map and in most lists: books and videos. */
export const ItemType = z.enum(['book', 'video'], { error: '没有这种条目' })
export type ItemType = z.infer<typeof ItemType>

/** Identifies a book or a video. */
export interface Item {
  itemType: ItemType
  itemId: string
}

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
