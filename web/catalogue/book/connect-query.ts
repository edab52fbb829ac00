import { isConnectedId } from '#shared/connected-id.ts'
import { missingId } from '#shared/id.ts'
import { pageHref, type PageQuery, words } from '#web/frame/page/page-query.ts'

interface ConnectQuery {
  /** The ids of the two books, people or places to connect, such as `book.{id}`. */
  from?: string
  to?: string
  /** The texts that the user typed into the two fields, sent by browsers without scripts. */
  fromName?: string
  toName?: string
}

export const connectQuery: PageQuery<ConnectQuery> = {
  from: connectedId('from'),
  to: connectedId('to'),
  fromName: words('fromName', 60),
  toName: words('toName', 60),
}

/**
 * Query parameter for a book, person or place. Any text that is no such id is treated as the id of a book that does not
 * exist.
 */
function connectedId(name: string): PageQuery<{ id: string }>['id'] {
  return {
    name,
    names: 'connected',
    read: ([value]) => (value ? (isConnectedId(value) ? value : `book.${missingId}`) : undefined),
    write: (value) => [value],
  }
}

/** Returns the URL of the page that connects two books, people or places; an absent end is chosen on the page. */
export function connectHref(query: ConnectQuery): string {
  return pageHref('/connect', connectQuery, query)
}
