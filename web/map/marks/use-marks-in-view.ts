import { useEffect, useRef } from 'react'
import type { Bounds } from '#shared/api/place/mark.ts'
import { api } from '#web/session/session.ts'
import { requestedMarks, oneMarkPerItem } from '#web/map/state/one-mark-per-item.ts'
import { useView } from '#web/map/state/view-store.ts'

const world: Bounds = [-180, -90, 180, 90]

/**
 * Fetches the marks in view, most popular first, after every move of the map. A new move cancels the previous request; after
 * a failed request the cards do not change.
 */
export function useMarksInView(tags: string[]) {
  const bounds = useView((state) => state.bounds)
  // The array of tags is new on every render, so the effects compare the tags as JSON.
  const key = JSON.stringify(tags)
  // Removing the last tag shows the marks in view; every other change of tags fits the map to the new marks.
  const hadTags = useRef(tags.length > 0)
  useEffect(() => {
    const hasTags = key !== '[]'
    if (hadTags.current && !hasTags) useView.setState(({ camera }) => ({ bounds: camera?.bounds() ?? world }))
    hadTags.current = hasTags
  }, [key])
  useEffect(() => {
    if (bounds === null) return
    const aborter = new AbortController()
    api.mark.list({ tags: JSON.parse(key) as string[], bounds, limit: requestedMarks }, aborter.signal).then(
      ({ list, total }) => useView.setState({ marksInView: { key, list: oneMarkPerItem(list) }, countInView: total }),
      () => undefined,
    )
    return () => aborter.abort()
  }, [bounds, key])
}
