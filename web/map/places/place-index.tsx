import { Suspense } from 'react'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { lateComponent } from '#web/page/late-component.ts'
import './place-index.css'
import '#web/book/book-title.css'

/**
 * The browser loads the component of the place list only after client-side navigation; otherwise the page preserves the
 * list that the server rendered.
 */
const placeGroups = lateComponent(async () => (await import('./place-groups.tsx')).PlaceGroups)
export const placeGroupsReady = placeGroups.ready

interface PlaceIndexProps {
  /**
   * Places of the list. Null on a page with one opened mark or place, which shows only a link to the list. Undefined
   * during hydration, in which the server-rendered list stays.
   */
  places: PlaceEntry[] | null | undefined
  tags: string[]
}

/**
 * An index of the places and their books, complete without JavaScript. At most 1,200 places are listed, those with the most
 * books.
 */
export function PlaceIndex({ places, tags }: PlaceIndexProps) {
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
            <placeGroups.Part places={places} tags={tags} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/**
 * The server's list, which React neither compares nor changes: `suppressHydrationWarning` allows the difference, and the
 * HTML given here stays the same in every rendering.
 */
function ListFromServer() {
  return <div className="place-index-list" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
