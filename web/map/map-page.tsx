import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import { useSite } from '#web/frame/page/use-site.ts'
import { countText } from '#web/ui/capped-count.ts'
import { useRememberTags } from '#web/catalogue/tag/tag-store.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { filterOf } from '#web/frame/globe/state/map-address.ts'
import { mapControlsReady } from '#web/map/controls/late-map-controls.tsx'
import { loadMap } from '#web/map/state/load-map.ts'
import { markCardReady } from '#web/map/marks/late-mark-card.tsx'
import { MapStage } from '#web/map/stage/map-stage.tsx'
import { sharedMap } from './shared-map.ts'
import { PlaceIndex } from '#web/map/places/place-index.tsx'
import { LateTimeline } from '#web/map/timeline/late-timeline.tsx'
import { loader as loadPlaces, type PlacesData, shouldRevalidate } from '#web/map/places/places-loader.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [data] = await Promise.all([loadMap(args), markCardReady(), mapControlsReady()])
  return data
}

/** The parent route of the map page, which loads the data that depends only on the selected tags and years. */
export const places = { loader: loadPlaces, shouldRevalidate }

export function Component() {
  const { name, tagline } = useSite()
  const data = useLoaderData<typeof loader>()
  const placesData = useRouteLoaderData('places') as PlacesData
  const { counts, places, tags, timeline } = placesData
  useRememberTags(tags)
  const { countCountries, countPlaces, hasMorePlaces } = counts
  const countBooks = countText(counts.countBooks, counts.hasMoreBooks)
  const description = `${name}把 ${countBooks} 本书放回它们写到的地方：${countText(countCountries, hasMorePlaces)} 个国家和地区，${countText(countPlaces, hasMorePlaces)} 处书中的山河与街巷。`
  return (
    <>
      <PageHead
        {...sharedMap(data)}
        description={description}
        path="/"
        jsonLd={{ '@type': 'WebSite', name, description: tagline }}
      />
      <MapStage data={data} placesData={placesData} />
      <LateTimeline address={data.address} counts={timeline} countBooks={countBooks} />
      <PlaceIndex index={places} filter={filterOf(data.address)} />
    </>
  )
}
