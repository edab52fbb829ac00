import { Suspense } from 'react'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { lateComponent } from '#web/page/late-component.tsx'
import type { MapFilter } from '#web/map/state/map-address.ts'
import './place-index.css'
import '#web/book/book-title.css'

/**
 * The browser loads the component of the place list only after client-side navigation; otherwise the list in the
 * server's HTML stays.
 */
const placeGroups = lateComponent(async () => (await import('./place-groups.tsx')).PlaceGroups)
export const placeGroupsReady = placeGroups.ready

interface PlaceIndexProps {
  /**
   * Null on the page of one mark or place, which shows only a link to the list. Undefined during hydration and until
   * the tags or years change: the list in the server's HTML then stays.
   */
  places: PlaceEntry[] | null | undefined
  filter: MapFilter
}

/**
 * The list of places and their books below the map, complete without JavaScript. At most 1,200 places are listed, those
 * with the most books.
 */
export function PlaceIndex({ places, filter }: PlaceIndexProps) {
  return (
    <section className="place-index" id="atlas" aria-labelledby="atlas-title" tabIndex={-1}>
      <h2 id="atlas-title">从地方走进书</h2>
      {places === null && (
        <p className="place-index-lead">
          <a href="/map#atlas" data-reload="">
            看全部地方
          </a>
        </p>
      )}
      {places === undefined && <ListFromServer />}
      {places && (
        <div className="place-index-list">
          <Suspense fallback={null}>
            <placeGroups.Part places={places} filter={filter} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/**
 * The list in the server's HTML. Hydration never replaces inner HTML, `suppressHydrationWarning` lets it differ from the
 * value given here, and this value never changes, so React leaves the server's list in place.
 */
function ListFromServer() {
  return <div className="place-index-list" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
