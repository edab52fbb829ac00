import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { windowOfYears } from '#shared/period.ts'
import type { Today } from '#shared/api/today.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { loadPart } from '#web/frame/page/load-part.ts'
import { fetchTags } from '#web/catalogue/tag/tag-store.ts'
import { withoutAuthors } from '#web/map/state/tour-without-authors.ts'
import {
  filterOf,
  hasMapSelection,
  isFiltered,
  type MapFilter,
  readMapAddress,
} from '#web/frame/globe/state/map-address.ts'
import { timelineReady } from '#web/map/timeline/late-timeline.tsx'
import { placeGroupsReady } from './place-index.tsx'
import type { PlaceCounts, PlaceIndexData } from './place-index-data.ts'

/** Maximum number of places that the index lists when tags or years are selected, those with most books first. */
const placesWithFilter = 40

const noTimeline = { list: [], isLowerBound: false }
const nothingToday = { book: null, place: null }

/**
 * Loads that data of the map page which depends only on the selected tags and years: the index of places, the timeline,
 * the available tags and the tours.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const address = readMapAddress(new URL(request.url).search)
  const { selectedTags, mark, placeId, tourId } = address
  const filter = filterOf(address)
  const loadIndex = async (): Promise<PlaceIndexData & { counts: PlaceCounts }> => {
    if (!isFiltered(filter)) {
      const { list, busiest, ...counts } = await api.place.overview({}, request.signal)
      return { overview: { list, busiest }, counts }
    }
    const { list: places, ...counts } = await api.place.list({ ...filter, limit: placesWithFilter }, request.signal)
    const { countPlaces, hasMorePlaces } = counts
    const isPartial = hasMorePlaces || countPlaces > places.length
    return { places, isPartial, hasBusiest: !hasMorePlaces || isOneTag(filter), counts }
  }
  const part = <T>(name: string, asked: Promise<T>, otherwise: T) => loadPart(name, request.signal, asked, otherwise)
  const [{ counts, ...index }, { list: timeline }, tags, { list: tours }, { book, place }] = await Promise.all([
    loadIndex(),
    part('fetch-timeline', api.mark.timeline({ tags: selectedTags }, request.signal), noTimeline),
    fetchTags(api, request.signal),
    part('fetch-tours', api.tour.list({}, request.signal), { list: [] }),
    part<Pick<Today, 'book' | 'place'>>('fetch-today', api.today.show({}, request.signal), nothingToday),
    placeGroupsReady(),
    timelineReady(),
  ])
  const [first] = tours
  // A map that begins with marks or with another tour loads the first tour only when the user starts it.
  const hasTour = !hasMapSelection(address) && tours.every(({ id }) => id !== tourId)
  const firstTour =
    first && hasTour ? await part('fetch-tour', api.tour.show({ id: first.id }, request.signal), null) : null
  // The map page with one opened mark or place, or with both a filter and a tour, omits the index of places.
  const isDetailPage = mark !== null || placeId !== null || (tourId !== null && isFiltered(filter))
  return {
    places: isDetailPage ? null : index,
    counts,
    /** The number of marks of each period of the timeline. */
    timeline: timeline.map(({ count }) => count),
    tags,
    tours,
    /** The book and the place of the day; only their names and ids are sent to the browser. */
    today: {
      book: book && { id: book.id, title: book.title },
      place: place && { id: place.id, name: place.name },
    },
    firstTour: firstTour && withoutAuthors(firstTour),
  }
}

/**
 * Returns whether the filter is one tag without years. Only for such a filter does the API compare all places, however
 * many there are, and list those with the most books.
 */
const isOneTag = ({ tags, ...years }: MapFilter) => tags.length === 1 && windowOfYears(years) === null

/**
 * Returns false, which skips the loader, when the user only opens a mark, a place or a tour on the map. The loader runs
 * again when the selected tags or years change, and when the URL no longer names a tour, because the map then needs the
 * first tour.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate
  const [current, next] = [readMapAddress(currentUrl.search), readMapAddress(nextUrl.search)]
  const hasLeftTour = current.tourId !== null && next.tourId === null
  return hasLeftTour || JSON.stringify(filterOf(current)) !== JSON.stringify(filterOf(next))
}

type LoadedPlaces = Awaited<ReturnType<typeof loader>>
/**
 * The data of the index of places below the map. After hydration `places` is undefined until the tags change, because
 * the route does not send the field for hydration.
 */
export type PlacesData = Omit<LoadedPlaces, 'places'> & Partial<Pick<LoadedPlaces, 'places'>>
