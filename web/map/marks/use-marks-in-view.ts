import { useEffect, useRef } from 'react'
import type { Bounds } from '#shared/api/place/mark.ts'
import { api } from '#web/session/session.ts'
import { requestedMarks, oneMarkPerItem } from '#web/map/state/one-mark-per-item.ts'
import { useView } from '#web/map/state/view-store.ts'

const world: Bounds = [-180, -90, 180, 90]

/**
 * Fetches the marks of books in the visible part of the map, most popular first, after every move of the map. A new
 * move cancels the previous request; after a failed request the cards do not change.
 */
export function useMarksInView(tags: string[]) {
  const bounds = useView((state) => state.bounds)
  // The array of tags is new on every render, so the React effects compare the tags as JSON.
  const key = JSON.stringify(tags)
  // When the user removes the last tag, the marks in the visible part of the map are fetched. After every other change
  // of tags, the map moves to show the new marks.
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
