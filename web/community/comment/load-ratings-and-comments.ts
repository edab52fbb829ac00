import type { Ratings } from '#shared/api/community/reaction.ts'
import type { Api } from '#shared/contract/client.ts'
import type { Item } from '#shared/api/item.ts'
import { loadPart } from '#web/frame/page/load-part.ts'
import { threadsPerPage } from './threads-at-once.ts'
import type { FirstComments } from './use-threads.ts'

interface Counts {
  countRated: number
  countComments: number
}

const noRatings: Ratings = { countRated: 0, score: null, counts: Array.from({ length: 10 }, () => 0) }
const noComments: FirstComments = { list: [], nextCursor: null, total: 0 }

/**
 * Loads the ratings of a book or video and the first page of its comments. `counted` is the running call for the item
 * itself. The server waits for it and asks for no ratings and comments of an item that has none, because a call costs
 * it more than the wait. A browser makes all calls at once, because a wait for an answer costs it more than a call.
 */
export async function loadRatingsAndComments(api: Api, item: Item, counted: Promise<Counts>, signal: AbortSignal) {
  const counts = typeof document === 'undefined' ? await counted : undefined
  const [ratings, comments] = await Promise.all([
    counts?.countRated === 0
      ? noRatings
      : loadPart('fetch-ratings', signal, api.reaction.ratings(item, signal), noRatings),
    counts?.countComments === 0
      ? noComments
      : loadPart('fetch-comments', signal, api.comment.list({ ...item, limit: threadsPerPage }, signal), noComments),
  ])
  return { ratings, comments }
}
