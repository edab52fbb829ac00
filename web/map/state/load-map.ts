import type { LoaderFunctionArgs } from 'react-router'
import type { Mark } from '#shared/api/place/mark.ts'
import type { Api } from '#shared/contract/client.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { withoutAuthors } from './tour-without-authors.ts'
import { requestedMarks, oneMarkPerItem } from './one-mark-per-item.ts'
import { filterOf, isFiltered, type MapFilter, readMapAddress } from '#web/frame/globe/state/map-address.ts'

/** Maximum number of book cards below the map for one opened place. */
const placeCards = 18

/**
 * Loads the mark, the place, the tour and the marks with the selected tags and years, as the URL of the map names them.
 * An id that does not exist gives null and a message for the user in `missing`.
 */
export async function loadMap({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const { signal } = request
  const address = readMapAddress(new URL(request.url).search)
  const { mark, placeId, tourId } = address
  const filter = filterOf(address)
  const [opened, place, tour, filtered] = await Promise.all([
    mark === null ? null : nullOnClientError(api.mark.show(mark, signal)),
    placeId === null ? null : nullOnClientError(loadPlace(api, placeId, filter, signal)),
    tourId === null ? null : nullOnClientError(api.tour.show({ id: tourId }, signal)),
    isFiltered(filter) && placeId === null ? api.mark.list({ ...filter, limit: requestedMarks }, signal) : null,
  ])
  const isMissing = (mark && !opened) || (placeId && !place) || (tourId && !tour)
  const missing = isMissing ? '这个链接指的地方已经不在地图上了，先看看别处吧。' : null
  // If the URL names an item that no longer exists, the map shows the books of the whole world instead.
  const listed = filtered ?? (isMissing ? await api.mark.list({ limit: requestedMarks }, signal) : null)
  // Without a filter the cards show the marks in view, which are loaded after the map.
  const marks = listed === null ? null : oneMarkPerItem(listed.list).map(withoutTags)
  return { address, opened, place, tour: tour && withoutAuthors(tour), filtered: marks, missing }
}

/** Data that the loader of the map page returns. */
export type MapData = Awaited<ReturnType<typeof loadMap>>

export interface OpenedPlace {
  id: string
  name: string
  region: string
  center: [lng: number, lat: number]
  marks: Mark[]
  total: number
}

/** Loads a place with the marks of the books that write about it and match the filter, of which it may have none. */
async function loadPlace(api: Api, id: string, filter: MapFilter, signal: AbortSignal): Promise<OpenedPlace> {
  const { list, countItems: total } = await api.mark.list({ ...filter, placeId: id, limit: placeCards }, signal)
  const [first] = list
  if (first === undefined) {
    const { name, region, lng, lat, ...place } = await api.place.show({ id }, signal)
    return { id: place.id, name, region, center: [lng, lat], marks: [], total }
  }
  const { place: name, region } = first.properties
  return { id, name, region, center: first.geometry.coordinates, marks: list.map(withoutTags), total }
}

/** Leaves out the tags of a mark, which its card does not show, because the page sends its marks to the browser. */
function withoutTags(mark: Mark): Mark {
  return { ...mark, properties: { ...mark.properties, tags: [] } }
}

/**
 * Returns the result of an API call, or null if the call fails with a 4xx status, as it does for an invalid or unknown
 * id.
 */
async function nullOnClientError<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    const { init } = error as { init?: { status?: number } }
    if (init?.status !== undefined && init.status < 500) return null
    throw error
  }
}
