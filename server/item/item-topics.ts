import type { ItemType } from '#shared/api/place/mark.ts'

export interface Item {
  itemType: ItemType
  itemId: string
}

/** What readers say and do about an item: its counts, score and comments. What it is itself has a topic of its own. */
export function reactionsTo({ itemType, itemId }: Item) {
  return `reactions:${itemType}:${itemId}`
}

/** What a list shows of an item that readers change. */
export function cardOf({ itemType, itemId }: Item) {
  return `card:${itemType}:${itemId}`
}

/** In which order lists show items that readers put in order. */
export function orderOf(itemType: ItemType, sort: 'hot' | 'score') {
  return `${itemType}s:${sort}`
}
