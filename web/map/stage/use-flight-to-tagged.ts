import { useEffect, useEffectEvent } from 'react'
import { api } from '#web/frame/session/session.ts'
import { filterOf } from '#web/frame/globe/state/map-address.ts'
import type { MapData } from '#web/map/state/load-map.ts'
import { usePlay } from '#web/map/state/play-store.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { circleToShow } from '#web/map/view/circle-to-show.ts'

/** Number of places, those with the most books first, by which the map finds where the books of the tags are. */
const comparedPlaces = 100

/**
 * React hook that flies the map to the marks of the selected tags when the user has changed the tags or has followed a
 * link with tags, unless the map shows most of these marks. An opened mark or place comes first: the map then flies
 * there.
 */
export function useFlightToTagged({ address }: MapData) {
  const camera = useView((state) => state.camera)
  const { selectedTags, mark, placeId } = address
  const tags = selectedTags.length > 0 ? JSON.stringify(selectedTags) : null
  const isOpened = mark !== null || placeId !== null
  const findCircle = useEffectEvent(async (signal: AbortSignal) => {
    const { list } = await api.place.list({ ...filterOf(address), limit: comparedPlaces }, signal)
    const { camera } = useView.getState()
    if (camera === null || signal.aborted) return null
    // A tour that the user has started in the meantime moves the map itself.
    if (usePlay.getState().isTouring) return null
    return circleToShow(list, selectedTags.length, (point) => !camera.isMoving() && camera.shows(point))
  })
  useEffect(() => {
    if (camera === null || useView.getState().tagsInView === tags) return
    if (tags === null || isOpened) return useView.setState({ tagsInView: tags })
    const aborter = new AbortController()
    const { signal } = aborter
    findCircle(signal).then(
      (circle) => {
        if (signal.aborted) return
        useView.setState({ tagsInView: tags })
        if (circle !== null) camera.flyToCircle(circle)
      },
      // If the places cannot be loaded, the map stays where it is.
      () => undefined,
    )
    return () => aborter.abort()
  }, [camera, tags, isOpened])
}
