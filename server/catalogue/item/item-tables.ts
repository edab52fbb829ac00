import { fail } from '#shared/api/failure.ts'
import type { ItemType } from '#shared/api/item.ts'

const bookTables = { item: 'book', itemTag: 'bookTag', itemPlace: 'bookPlace', itemId: 'bookId' } as const
const videoTables = { item: 'video', itemTag: 'videoTag', itemPlace: 'videoPlace', itemId: 'videoId' } as const

/**
 * Returns the table names of an item type (book or video), and the name of the column by which tags and places refer to
 * the item. Both types have the same columns here, so the type checker may treat the tables of videos as those of
 * books.
 */
export function tablesOf(itemType: ItemType): typeof bookTables {
  return itemType === 'book' ? bookTables : (videoTables as unknown as typeof bookTables)
}

const missingMessages: Record<ItemType, string> = {
  book: '没有找到这本书，它可能已被合并或移除',
  video: '没有找到这个视频，它可能已被移除',
}

/** Throws the failure `missing`, with a message for users, for a book or video that does not exist. */
export function missingItem(itemType: ItemType): never {
  return fail('missing', missingMessages[itemType])
}
