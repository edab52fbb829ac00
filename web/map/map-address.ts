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

const maxTags = 8

export function readMapAddress(search: string | URLSearchParams): MapAddress {
  const query = new URLSearchParams(search)
  const [itemId, placeId] = query.get('mark')?.split('.') ?? []
  return {
    selectedTags: [...new Set(query.getAll('tag').filter(Boolean))].slice(0, maxTags),
    mark: itemId && placeId ? { itemId, placeId } : null,
    placeId: query.get('place') || null,
    tourId: query.get('tour') || null,
  }
}

/** The address of the map as it is with `change`, on the same page: home stays home. */
export function mapHref(pathname: string, address: MapAddress, change: Partial<MapAddress> = {}): string {
  const { selectedTags, mark, placeId, tourId } = { ...address, ...change }
  const query = new URLSearchParams(selectedTags.map((tag) => ['tag', tag]))
  if (tourId !== null) query.set('tour', tourId)
  if (placeId !== null) query.set('place', placeId)
  if (mark !== null) query.set('mark', `${mark.itemId}.${mark.placeId}`)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** Whether the address itself asks for something to look at, rather than to be shown around. */
export function asksForMarks({ selectedTags, mark, placeId }: MapAddress): boolean {
  return selectedTags.length > 0 || mark !== null || placeId !== null
}
