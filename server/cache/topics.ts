import type { ItemType } from '#shared/api/place/mark.ts'

declare const brand: unique symbol
/**
 * The name of something that answers depend on. Only this file creates topics, so that reads and writes spell them
 * alike.
 */
export type Topic = string & { readonly [brand]: true }

/** A book or a video. */
export interface Item {
  itemType: ItemType
  itemId: string
}

const messagesPrefix = 'messages:'
const name = (text: string) => text as Topic

/** Every topic of the site. A handler depends on topics; a write invalidates them in its transaction. */
export const topic = {
  /** One book: its own fields, tags, places, recommendations and files. */
  book: (id: string) => name(`book:${id}`),
  /**
   * The set of books and the fields of each that lists show, except the counters and the orders, which `card` and
   * `order` cover.
   */
  books: name('books'),
  video: (id: string) => name(`video:${id}`),
  videos: name('videos'),
  tags: name('tags'),
  tours: name('tours'),
  routes: name('routes'),
  /** The marks on the map: which item is at which place, with which tags. */
  marks: name('marks'),
  /** The popularity values by which search and the list of places rank items; a job refreshes the values. */
  popularity: name('popularity'),
  /** Counters, score and comments of an item. */
  reactions: ({ itemType, itemId }: Item) => name(`reactions:${itemType}:${itemId}`),
  /** The counters and the score of an item, which lists of items display. */
  card: ({ itemType, itemId }: Item) => name(`card:${itemType}:${itemId}`),
  /** The order of the books or videos in lists that are sorted by popularity or by score. */
  order: (itemType: ItemType, sort: 'hot' | 'score') => name(`${itemType}s:${sort}`),
  /** The public name and avatar of a user. */
  user: (id: string) => name(`user:${id}`),
  /** The published comments and approved recommendations on the profile of a user. */
  contributions: (userId: string) => name(`contributions:${userId}`),
  /** The public part of a user's shelf. */
  shelf: (userId: string) => name(`shelf:${userId}`),
  /** The unread messages and the sessions of a user; the open pages of this user receive their changes. */
  messages: (userId: string) => name(`${messagesPrefix}${userId}`),
}

/** Returns the topic of a book or a video. */
export function itemTopic({ itemType, itemId }: Item): Topic {
  return itemType === 'book' ? topic.book(itemId) : topic.video(itemId)
}

/** Returns the user whose messages a topic is about; undefined for topics of another kind. */
export function userOfMessages(topic: string): string | undefined {
  return topic.startsWith(messagesPrefix) ? topic.slice(messagesPrefix.length) : undefined
}
