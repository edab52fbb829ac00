import type { Item, ItemType } from '#shared/api/item.ts'

declare const brand: unique symbol
/**
 * The name of something that cached answers depend on, such as one book. Only this file creates topics, so that reads
 * and writes spell them alike.
 */
export type Topic = string & { readonly [brand]: true }

const messagesPrefix = 'messages:'
const name = (text: string) => text as Topic

/**
 * Every topic of the site (see `Topic`). The code that answers a call declares the topics that the answer depends on; a
 * transaction that changes data invalidates the topics of the data.
 */
export const topic = {
  /** Topic of one book: its own fields, tags, places, recommendations and files. */
  book: (id: string) => name(`book:${id}`),
  /**
   * Topic of the list of all books and the fields that lists show, except counts and sort orders, which have the topics
   * `card` and `order`.
   */
  books: name('books'),
  /** Topic of the present day in China; each process invalidates it at midnight (`onChinaMidnight`). */
  day: name('day'),
  /** Topic of one person: their own fields, names, places and books. */
  person: (id: string) => name(`person:${id}`),
  /** Topic of the people who lived in the same places, which the page of each of them names. */
  people: name('people'),
  /**
   * Topic of one place: its name, its location and the number of its books. Only the sitemap needs it; the page of a
   * place depends on `books`.
   */
  place: (id: string) => name(`place:${id}`),
  /** Topic of the sitemap's list of files; `invalidate` adds it where the page of an item, person or place changes. */
  sitemap: name('sitemap'),
  /** Topic of all relations between books, on which the paths between books, people and places depend. */
  relations: name('relations'),
  video: (id: string) => name(`video:${id}`),
  videos: name('videos'),
  tags: name('tags'),
  /**
   * Topic of the names of tags and places, on which the page of every book and video depends. A tag or place may have
   * so many books that their own topics cannot be invalidated one by one.
   */
  labels: name('labels'),
  tours: name('tours'),
  routes: name('routes'),
  /** Topic of the marks on the map: which book or video is at which place, with which tags. */
  marks: name('marks'),
  /**
   * Topic of the popularity values by which search and the list of places rank books and videos; a job refreshes these
   * values.
   */
  popularity: name('popularity'),
  /** Topic of the counts, the score and the comments of a book or video. */
  reactions: ({ itemType, itemId }: Item) => name(`reactions:${itemType}:${itemId}`),
  /** Topic of the counts and the score of a book or video, as lists display them. */
  card: ({ itemType, itemId }: Item) => name(`card:${itemType}:${itemId}`),
  /** Topic of the order of books or videos in lists that are sorted by popularity or by score. */
  order: (itemType: ItemType, sort: 'hot' | 'score') => name(`${itemType}s:${sort}`),
  /** Topic of which books or videos have a score, without its value: only lists of these offer to sort by score. */
  scored: (itemType: ItemType) => name(`${itemType}s:scored`),
  /** Topic of a user's public name and avatar. */
  user: (id: string) => name(`user:${id}`),
  /** Topic of the published comments and approved recommendations on a user's profile page. */
  contributions: (userId: string) => name(`contributions:${userId}`),
  /** Topic of the public part of a user's shelf. */
  shelf: (userId: string) => name(`shelf:${userId}`),
  /** Topic of a user's unread messages and sessions; all pages that this user has open are notified when it changes. */
  messages: (userId: string) => name(`${messagesPrefix}${userId}`),
}

/** Returns the cache topic of a book or a video. */
export function itemTopic({ itemType, itemId }: Item): Topic {
  return itemType === 'book' ? topic.book(itemId) : topic.video(itemId)
}

/** Returns the id of the user whose messages changed, if the topic is about messages; otherwise undefined. */
export function userOfMessages(topic: string): string | undefined {
  return topic.startsWith(messagesPrefix) ? topic.slice(messagesPrefix.length) : undefined
}
