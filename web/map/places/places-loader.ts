import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { apiContext } from '#web/page/api-context.ts'
import { fetchTags } from '#web/tag/tag-store.ts'
import { readMapAddress } from '#web/map/state/map-address.ts'
import { placeGroupsReady } from './place-index.tsx'

/** What of the map only its tags change: the list of places, the tags to choose from, the tours. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const { selectedTags, mark, placeId } = readMapAddress(new URL(request.url).search)
  // A link to one thing is no way to send the index of them all.
  const isPart = mark !== null || placeId !== null
  const [{ list: places, ...counts }, tags, { list: tours }] = await Promise.all([
    api.place.list({ tags: selectedTags, ...(isPart && { limit: 0 }) }, request.signal),
    fetchTags(api, request.signal),
    api.tour.list({}, request.signal),
    placeGroupsReady(),
  ])
  const [first] = tours
  const firstTour = first === undefined ? null : await api.tour.show({ id: first.id }, request.signal)
  return { readPlaces: isPart ? null : () => places, counts, tags, tours, firstTour }
}

/** Opening a mark or a place leaves all this as it is. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate
  return `${currentUrl.searchParams.getAll('tag')}` !== `${nextUrl.searchParams.getAll('tag')}`
}

/** What the list of places below the map shows. */
export type PlacesData = Awaited<ReturnType<typeof loader>>
