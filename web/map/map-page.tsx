import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import { useSite } from '#web/frame/page/use-site.ts'
import { countText } from '#web/ui/capped-count.ts'
import { useRememberTags } from '#web/catalogue/tag/tag-store.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { filterOf, type MapAddress, mapHref } from '#web/frame/globe/state/map-address.ts'
import { mapControlsReady } from '#web/map/controls/late-map-controls.tsx'
import { loadMap, type MapData } from '#web/map/state/load-map.ts'
import { markCardReady } from '#web/map/marks/late-mark-card.tsx'
import { MapStage } from '#web/map/stage/map-stage.tsx'
import { PlaceIndex } from '#web/map/places/place-index.tsx'
import { LateTimeline } from '#web/map/timeline/late-timeline.tsx'
import { loader as loadPlaces, type PlacesData, shouldRevalidate } from '#web/map/places/places-loader.ts'

interface SharedMap {
  title?: string
  picture?: string
  sharedPath?: string
}

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

/**
 * Returns the title and the preview picture of the map page for link previews, according to the mark, place, tour or
 * tags that the URL names.
 */
function sharedMap({ address, opened, place, tour }: MapData): SharedMap {
  const { selectedTags: tags } = address
  const [tag] = tags
  if (opened !== null) {
    const { itemType, itemId, title, place: name } = opened.properties
    return share(address, `《${title}》在${name}`, `${itemType}/${itemId}`)
  }
  if (place !== null) {
    const title = place.total > 0 ? `${place.name}：${place.total} 本书` : place.name
    return share(address, title, `place/${place.id}`)
  }
  if (tour !== null) return share(address, `漫游：${tour.title}`, `tour/${tour.id}`)
  if (tag === undefined) return {}
  const title = `带着「${tags.join('」「')}」的书在哪里`
  return share(address, title, tags.length === 1 ? `tag/${encodeURIComponent(tag)}` : 'site')
}

function share(address: MapAddress, title: string, picture: string): SharedMap {
  return { title, picture: `/share/${picture}.png`, sharedPath: mapHref('/map', address, {}) }
}
