import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { apiContext } from '#web/page/api-context.ts'
import { fetchTags } from '#web/tag/tag-store.ts'
import { filterOf, readMapAddress } from '#web/map/state/map-address.ts'
import { placeGroupsReady } from './place-index.tsx'

/**
 * Loads that data of the map page which depends only on the selected tags and years: the list of places, the timeline,
 * the available tags and the tours.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const address = readMapAddress(new URL(request.url).search)
  const { selectedTags, mark, placeId } = address
  // The map page with one opened mark or place omits the long list of places.
  const isDetailPage = mark !== null || placeId !== null
  const [{ list: places, ...counts }, { list: timeline }, tags, { list: tours }] = await Promise.all([
    api.place.list({ ...filterOf(address), ...(isDetailPage && { limit: 0 }) }, request.signal),
    api.mark.timeline({ tags: selectedTags }, request.signal),
    fetchTags(api, request.signal),
    api.tour.list({}, request.signal),
    placeGroupsReady(),
  ])
  const [first] = tours
  const firstTour = first === undefined ? null : await api.tour.show({ id: first.id }, request.signal)
  return {
    places: isDetailPage ? null : places,
    counts,
    /** The number of marks of each period of the timeline. */
    timeline: timeline.map(({ count }) => count),
    tags,
    tours,
    firstTour,
  }
}

/** Skips reloading the list of places when the user only opens a mark or a place on the map. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate
  return JSON.stringify(filterOfUrl(currentUrl)) !== JSON.stringify(filterOfUrl(nextUrl))
}

function filterOfUrl({ search }: URL) {
  return filterOf(readMapAddress(search))
}

type LoadedPlaces = Awaited<ReturnType<typeof loader>>
/**
 * The data of the list of places below the map. After hydration `places` is undefined until the tags change, because
 * the route does not send the field for hydration.
 */
export type PlacesData = Omit<LoadedPlaces, 'places'> & Partial<Pick<LoadedPlaces, 'places'>>
