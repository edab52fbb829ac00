import * as z from 'zod/mini'
import { ItemType } from '#shared/api/place/mark.ts'
import { Id } from '#shared/api/text.ts'

/** How a caller names an item. */
export const itemKey = { itemType: ItemType, itemId: Id }

/** What one line shows of an item. */
export const ItemHead = z.strictObject({
  itemType: ItemType,
  itemId: Id,
  title: z.string(),
  /** Empty for a video. */
  authors: z.array(z.string()),
  cover: z.nullable(z.string()),
})
export type ItemHead = z.infer<typeof ItemHead>
