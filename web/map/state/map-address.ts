import { isId, missingId } from '#shared/id.ts'
import { idOf, pageHref, type PageQuery, readQuery, tagNames } from '#web/page/page-query.ts'

/** State of the map that is stored in the URL, so that links and the back button restore it. */
export interface MapAddress {
  /** Names of the tags that a book or video must have to be on the map. */
  selectedTags: string[]
  /** Ids of the book or video and of the place whose mark is opened on the map; null if no mark is opened. */
  mark: { itemId: string; placeId: string } | null
  /** Id of the place that is opened on the map; null if no place is opened. */
  placeId: string | null
  /** Id of the chosen map tour; null stands for the first tour. */
  tourId: string | null
}

interface MapQuery {
  selectedTags: string[]
  tourId?: string
  placeId?: string
  mark?: { itemId: string; placeId: string }
}

export const mapQuery: PageQuery<MapQuery> = {
  selectedTags: tagNames,
  tourId: idOf('tour', 'tour'),
  placeId: idOf('place', 'place'),
  mark: { name: 'mark', names: 'mark', read: readMark, write: ({ itemId, placeId }) => [`${itemId}.${placeId}`] },
}

/**
 * Parses the `<itemId>.<placeId>` that identifies a mark in a URL. If the two parts are not ids, returns a mark that
 * does not exist, so that the page reports it.
 */
function readMark([value]: string[]) {
  const [itemId = '', placeId = ''] = value?.split('.') ?? []
  if (itemId === '' || placeId === '') return undefined
  return isId(itemId) && isId(placeId) ? { itemId, placeId } : { itemId: missingId, placeId: missingId }
}

export function readMapAddress(search: string | URLSearchParams): MapAddress {
  return { mark: null, placeId: null, tourId: null, ...readQuery(mapQuery, new URLSearchParams(search)) }
}

/**
 * Returns the URL of the map with the fields of `change` replaced. The pathname stays, because the home page and `/map`
 * both show the map.
 */
export function mapHref(pathname: string, address: MapAddress, change: Partial<MapAddress> = {}): string {
  const { selectedTags, mark, placeId, tourId } = { ...address, ...change }
  const opened = { ...(tourId && { tourId }), ...(placeId && { placeId }), ...(mark && { mark }) }
  return pageHref(pathname, mapQuery, { selectedTags, ...opened })
}

/** Returns whether the URL selects tags, a mark or a place; a URL without such a selection starts the tour. */
export function hasMapSelection({ selectedTags, mark, placeId }: MapAddress): boolean {
  return selectedTags.length > 0 || mark !== null || placeId !== null
}
