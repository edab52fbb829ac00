import { isId, missingId } from '#shared/id.ts'
import { idOf, pageHref, type PageQuery, readQuery, tagNames } from '#web/page/page-query.ts'

/** What of the map stands in its address, so that a link shows the same and back goes back. */
export interface MapAddress {
  /** An item on the map carries all of them. */
  selectedTags: string[]
  /** The opened mark. */
  mark: { itemId: string; placeId: string } | null
  /** The opened place, with all that is there. */
  placeId: string | null
  /** The tour one is on; null is the first. */
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

/** An item's id and a place's; other texts of two parts stand for a mark that is not there. */
function readMark([value]: string[]) {
  const [itemId = '', placeId = ''] = value?.split('.') ?? []
  if (itemId === '' || placeId === '') return undefined
  return isId(itemId) && isId(placeId) ? { itemId, placeId } : { itemId: missingId, placeId: missingId }
}

export function readMapAddress(search: string | URLSearchParams): MapAddress {
  return { mark: null, placeId: null, tourId: null, ...readQuery(mapQuery, new URLSearchParams(search)) }
}

/** The address of the map as it is with `change`, on the same page: home stays home. */
export function mapHref(pathname: string, address: MapAddress, change: Partial<MapAddress> = {}): string {
  const { selectedTags, mark, placeId, tourId } = { ...address, ...change }
  const opened = { ...(tourId && { tourId }), ...(placeId && { placeId }), ...(mark && { mark }) }
  return pageHref(pathname, mapQuery, { selectedTags, ...opened })
}

/** Whether the address itself asks for something to look at, rather than to be shown around. */
export function asksForMarks({ selectedTags, mark, placeId }: MapAddress): boolean {
  return selectedTags.length > 0 || mark !== null || placeId !== null
}
