import { isId, missingId } from '#shared/id.ts'
import { type TimeWindow, type WindowYears, windowOfYears, yearsOfWindow } from '#shared/period.ts'
import { idOf, pageHref, type PageQuery, readQuery, tagNames } from '#web/frame/page/page-query.ts'

/** State of the map that is stored in the URL, so that links and the back button restore it. */
export interface MapAddress {
  /** Names of the tags that a book or video must have to be on the map. */
  selectedTags: string[]
  /**
   * The window of years that selects the books on the map by the time they are about; null for no restriction, which
   * includes books without years.
   */
  window: TimeWindow | null
  /** Ids of the book or video and of the place whose mark is opened on the map; null if no mark is opened. */
  mark: { itemId: string; placeId: string } | null
  /** Id of the place that is opened on the map; null if no place is opened. */
  placeId: string | null
  /** Id of the chosen map tour; null stands for the first tour. */
  tourId: string | null
}

interface MapQuery {
  selectedTags: string[]
  from?: number
  to?: number
  tourId?: string
  placeId?: string
  mark?: { itemId: string; placeId: string }
}

export const mapQuery: PageQuery<MapQuery> = {
  selectedTags: tagNames,
  from: { name: 'from', read: (values) => readYears(values, 'from').from, write: (year) => [`${year}`] },
  to: { name: 'to', read: (values) => readYears(values, 'to').to, write: (year) => [`${year}`] },
  tourId: idOf('tour', 'tour'),
  placeId: idOf('place', 'place'),
  mark: { name: 'mark', names: 'mark', read: readMark, write: ({ itemId, placeId }) => [`${itemId}.${placeId}`] },
}

/**
 * Parses one end of a window of time and moves it outwards to the start of a period of the timeline, so that the same
 * window always has the same URL. Returns no year for an end that is open.
 */
function readYears([value]: string[], end: 'from' | 'to'): WindowYears {
  const window = value !== undefined && /^-?\d{1,5}$/.test(value) ? windowOfYears({ [end]: Number(value) }) : null
  return window === null ? {} : yearsOfWindow(window)
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
  const { from, to, ...address } = readQuery(mapQuery, new URLSearchParams(search))
  // A window that ends before it starts is treated as absent.
  const window = from !== undefined && to !== undefined && from >= to ? null : windowOfYears({ from, to })
  return { mark: null, placeId: null, tourId: null, ...address, window }
}

/**
 * Returns the URL of the map with the fields of `change` replaced. The pathname stays, because the home page and `/map`
 * both show the map.
 */
export function mapHref(pathname: string, address: MapAddress, change: Partial<MapAddress> = {}): string {
  const { selectedTags, window, mark, placeId, tourId } = { ...address, ...change }
  const opened = { ...(tourId && { tourId }), ...(placeId && { placeId }), ...(mark && { mark }) }
  return pageHref(pathname, mapQuery, { selectedTags, ...(window && yearsOfWindow(window)), ...opened })
}

/** Returns whether the URL selects tags, years, a mark or a place; a URL without such a selection starts the tour. */
export function hasMapSelection({ selectedTags, window, mark, placeId }: MapAddress): boolean {
  return selectedTags.length > 0 || window !== null || mark !== null || placeId !== null
}

/** The filter on the marks of the map, with the input fields of the API calls that list marks and places. */
export interface MapFilter extends WindowYears {
  tags: string[]
}

export function filterOf({ selectedTags, window }: MapAddress): MapFilter {
  return { tags: selectedTags, ...(window && yearsOfWindow(window)) }
}

export function isFiltered({ tags, from, to }: MapFilter): boolean {
  return tags.length > 0 || from !== undefined || to !== undefined
}
