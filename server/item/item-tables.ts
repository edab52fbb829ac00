import type { ItemType } from '#shared/api/place/mark.ts'

const bookTables = { item: 'book', itemTag: 'bookTag', itemPlace: 'bookPlace', itemId: 'bookId' } as const
const videoTables = { item: 'video', itemTag: 'videoTag', itemPlace: 'videoPlace', itemId: 'videoId' } as const

/**
 * Returns the names of the tables of an item type, and of the column by which its tags and places refer to the item. Both types
 * share these columns and the columns that hold counters, so the type checker may treat the tables of videos as those of books.
 */
export function tablesOf(itemType: ItemType): typeof bookTables {
  return itemType === 'book' ? bookTables : (videoTables as unknown as typeof bookTables)
}
