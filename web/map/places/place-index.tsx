import { Suspense } from 'react'
import { lateComponent } from '#web/frame/page/late-component.tsx'
import type { MapFilter } from '#web/frame/globe/state/map-address.ts'
import type { PlaceIndexData } from './place-index-data.ts'
import './place-index.css'

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
  index: PlaceIndexData | null | undefined
  filter: MapFilter
}

/**
 * The index of places below the map, complete without JavaScript. It has a bounded length and leads to the directory
 * of all places.
 */
export function PlaceIndex({ index, filter }: PlaceIndexProps) {
  return (
    <section className="place-index" id="atlas" aria-labelledby="atlas-title" tabIndex={-1}>
      <h2 id="atlas-title">从地方走进书</h2>
      {index === undefined && <ListFromServer />}
      {index && (
        <div className="place-index-list">
          <Suspense fallback={null}>
            <placeGroups.Part index={index} filter={filter} />
          </Suspense>
        </div>
      )}
      <p className="place-index-all">
        <a className="button button-quiet" href="/place">
          看全部地方
        </a>
      </p>
    </section>
  )
}

/**
 * Preserves the list of places in the server's HTML. React does not replace inner HTML in hydration, even if it differs
 * from the empty string given here, of which `suppressHydrationWarning` suppresses the warning. Later renders give the
 * same string, so React never updates the inner HTML.
 */
function ListFromServer() {
  return <div className="place-index-list" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
