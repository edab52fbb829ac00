import { useEffect, useRef } from 'react'
import type { Bounds } from '#shared/api/place/mark.ts'
import { api } from '#web/frame/session/session.ts'
import { requestedMarks, oneMarkPerItem } from '#web/map/state/one-mark-per-item.ts'
import { isFiltered, type MapFilter } from '#web/frame/globe/state/map-address.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { countText } from '#web/ui/capped-count.ts'

const world: Bounds = [-180, -90, 180, 90]

/**
 * Fetches the marks of books in the visible part of the map, most popular first, after every move of the map, and once
 * before if the cards show neither a tour nor marks that the page has brought (`isNeeded`). A new move cancels the
 * previous request; after a failed request the cards do not change.
 */
export function useMarksInView(filter: MapFilter, isNeeded: boolean) {
  const bounds = useView((state) => state.bounds)
  const camera = useView((state) => state.camera)
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
    // The end of a move sets the bounds by itself.
    if (camera !== null && !camera.isMoving() && bounds === null && isNeeded)
      useView.setState({ bounds: camera.bounds() })
  }, [camera, bounds, isNeeded])
  useEffect(() => {
    if (bounds === null) return
    const aborter = new AbortController()
    api.mark.list({ ...(JSON.parse(key) as MapFilter), bounds, limit: requestedMarks }, aborter.signal).then(
      ({ list, countItems, hasMoreItems }) => {
        const countInView = countItems > 0 ? countText(countItems, hasMoreItems) : ''
        useView.setState({ marksInView: { key, list: oneMarkPerItem(list) }, countInView, haveMarksFailed: false })
      },
      () => !aborter.signal.aborted && useView.setState({ haveMarksFailed: true }),
    )
    return () => aborter.abort()
  }, [bounds, key])
}
