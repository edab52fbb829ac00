import { api } from '#web/session/session.ts'

/**
 * Tells the site which book was chosen for a query, so that the ranking can learn from many choices. Who chose is not
 * stored. A choice that does not reach the site is lost.
 */
export function rememberChoice(query: string, bookId: string) {
  if (query !== '') void api.search.choose({ query, bookId }).catch(() => undefined)
}
