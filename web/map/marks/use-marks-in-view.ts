import { useEffect, useRef } from 'react'
import type { Bounds } from '#shared/api/place/mark.ts'
import { api } from '#web/session/session.ts'
import { requestedMarks, oneMarkPerItem } from '#web/map/state/one-mark-per-item.ts'
import { isFiltered, type MapFilter } from '#web/map/state/map-address.ts'
import { useView } from '#web/map/state/view-store.ts'

const world: Bounds = [-180, -90, 180, 90]

/**
 * Fetches the marks of books in the visible part of the map, most popular first, after every move of the map. A new
 * move cancels the previous request; after a failed request the cards do not change.
 */
export function useMarksInView(filter: MapFilter) {
  const bounds = useView((state) => state.bounds)
  // The filter is a new object on every render, so the React effects compare it as JSON.
  const key = JSON.stringify(filter)
  // When the user removes the last tag or the window of time, the map does not move, so the marks in its visible part
  // are fetched here. After other changes of the filter the cards show what the page has loaded until the map moves.
  const isActive = isFiltered(filter)
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (wasActive.current && !isActive) useView.setState(({ camera }) => ({ bounds: camera?.bounds() ?? world }))
    wasActive.current = isActive
  }, [isActive])
  useEffect(() => {
    if (bounds === null) return
    const aborter = new AbortController()
    api.mark.list({ ...(JSON.parse(key) as MapFilter), bounds, limit: requestedMarks }, aborter.signal).then(
      ({ list, total }) => useView.setState({ marksInView: { key, list: oneMarkPerItem(list) }, countInView: total }),
      () => undefined,
    )
    return () => aborter.abort()
  }, [bounds, key])
}
