import { useEffect, useRef } from 'react'
import type { Bounds } from '#shared/api/place/mark.ts'
import { api } from '#web/session/session.ts'
import { requestedMarks, oneMarkEach } from '#web/map/state/one-mark-each.ts'
import { useView } from '#web/map/state/view-store.ts'

const world: Bounds = [-180, -90, 180, 90]

/** Fetches the marks in view, what readers like most first. The last move wins; after a failed answer the cards stay as they are. */
export function useMarksInView(tags: string[]) {
  const bounds = useView((state) => state.bounds)
  // The tags are the same while their names are.
  const key = JSON.stringify(tags)
  // Whoever takes the last tag off sees what is in view; any other change comes with a move of the map.
  const hadTags = useRef(tags.length > 0)
  useEffect(() => {
    const hasTags = key !== '[]'
    if (hadTags.current && !hasTags) useView.setState(({ camera }) => ({ bounds: camera?.look() ?? world }))
    hadTags.current = hasTags
  }, [key])
  useEffect(() => {
    if (bounds === null) return
    const aborter = new AbortController()
    api.mark.list({ tags: JSON.parse(key) as string[], bounds, limit: requestedMarks }, aborter.signal).then(
      ({ list, total }) => useView.setState({ marksInView: { key, list: oneMarkEach(list) }, countInView: total }),
      () => undefined,
    )
    return () => aborter.abort()
  }, [bounds, key])
}
