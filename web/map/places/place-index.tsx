import { Suspense, useMemo, useState } from 'react'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { lateComponent } from '#web/page/late-component.ts'
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
   * Function that returns the places to list; null on the page of one mark or place, which shows only a link to the
   * list. During hydration the value is undefined, because functions are not serialized, and the list in the server's
   * HTML stays.
   */
  readPlaces: (() => PlaceEntry[]) | null | undefined
  tags: string[]
}

/**
 * The list of places and their books below the map, complete without JavaScript. At most 1,200 places are listed, those
 * with the most books.
 */
export function PlaceIndex({ readPlaces, tags }: PlaceIndexProps) {
  const places = useMemo(() => readPlaces?.(), [readPlaces])
  return (
    <section className="place-index" id="atlas" aria-labelledby="atlas-title" tabIndex={-1}>
      <h2 id="atlas-title">从地方走进书</h2>
      {readPlaces === null && (
        <p className="place-index-lead">
          <a href="/map#atlas" data-reload="">
            看全部地方
          </a>
        </p>
      )}
      {readPlaces === undefined && <ServerRenderedList />}
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

/** Renders the HTML of the place list that the server sent, so that hydration preserves the list. */
function ServerRenderedList() {
  const [html] = useState(() => document.querySelector('.place-index-list')?.innerHTML ?? '')
  return <div className="place-index-list" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
