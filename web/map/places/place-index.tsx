import { Suspense, useMemo, useState } from 'react'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { serverPart } from '#web/page/late-part.ts'
import './place-index.css'
import '#web/book/book-title.css'

/** Only whoever comes from another page, or chooses other tags, needs the script that writes the list. */
const placeGroups = serverPart(async () => (await import('./place-groups.tsx')).PlaceGroups)
export const placeGroupsReady = placeGroups.ready

interface PlaceIndexProps {
  /**
   * Null on the page of one mark or place, which only leads to them. A function does not go into what the browser takes the
   * page up from: there it is undefined, and the list stays as the server wrote it.
   */
  readPlaces: (() => PlaceEntry[]) | null | undefined
  tags: string[]
}

/**
 * The places and their books as a list, as an atlas has it at its end: whole without a script, and for whoever would rather
 * read than wander. Of more than 1,200 places it has those with most books.
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
      {readPlaces === undefined && <WrittenList />}
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

function WrittenList() {
  const [html] = useState(() => document.querySelector('.place-index-list')?.innerHTML ?? '')
  return <div className="place-index-list" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
