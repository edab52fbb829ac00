import { cursor, knownName, pageHref, type PageQuery, readQuery } from '#web/frame/page/page-query.ts'

interface DirectoryQuery {
  /** The region whose places are listed; absent on the page that lists the regions. */
  region?: string
  /** A current, former or alternative name of a place; the URL redirects to the page of this place. */
  name?: string
  cursor?: string
}

export const directoryQuery: PageQuery<DirectoryQuery> = {
  region: knownName('region', 'region'),
  name: knownName('name', 'placeName'),
  cursor,
}

export function readDirectoryQuery(params: URLSearchParams): DirectoryQuery {
  return readQuery(directoryQuery, params)
}

export function directoryHref(query: DirectoryQuery = {}): string {
  return pageHref('/place', directoryQuery, query)
}
