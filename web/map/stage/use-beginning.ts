import { useEffect, useRef } from 'react'
import { asksForMarks } from '#web/map/state/map-address.ts'
import type { MapData } from '#web/map/state/load-map.ts'
import type { PlacesData } from '#web/map/places/places-loader.ts'
import { restoreChoices } from '#web/map/state/map-store.ts'
import { leaveTour, startTour } from '#web/map/state/play-store.ts'

/** What the server sent comes first; then the reader's own choices, and the tour, unless the link asks for something of its own. */
export function useBeginning({ address }: MapData, tour: PlacesData['firstTour']) {
  const isAsked = useRef(asksForMarks(address))
  useEffect(() => {
    if (isAsked.current) leaveTour()
    return restoreChoices()
  }, [])
  useEffect(() => startTour(tour), [tour])
  // Whoever chooses a tag wants to see what carries it.
  const tags = address.selectedTags.join()
  useEffect(() => {
    if (tags !== '') leaveTour()
  }, [tags])
}
