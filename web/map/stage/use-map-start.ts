import { useEffect, useRef } from 'react'
import { filterOf, hasMapSelection, isFiltered } from '#web/frame/globe/state/map-address.ts'
import type { MapData } from '#web/map/state/load-map.ts'
import type { PlacesData } from '#web/map/places/places-loader.ts'
import { restoreChoices } from '#web/frame/globe/state/map-store.ts'
import { leaveTour, pause, prefersStillness, startTour } from '#web/map/state/play-store.ts'

/**
 * Restores the saved map settings after hydration and starts the tour, unless the URL selects tags, years, a mark or a
 * place. The tour waits for the play button if the user wants pages without motion.
 */
export function useMapStart({ address }: MapData, tour: PlacesData['firstTour']) {
  const hasSelection = useRef(hasMapSelection(address))
  useEffect(() => {
    if (hasSelection.current) leaveTour()
    else if (prefersStillness()) pause()
    return restoreChoices()
  }, [])
  useEffect(() => {
    // If the page has no tour, a tour that was loaded before stays at its current stop.
    if (tour !== null) startTour(tour)
  }, [tour])
  // When the user selects a tag or years, the map leaves the tour and shows the marks with this tag or about these
  // years.
  const filter = filterOf(address)
  const key = isFiltered(filter) ? JSON.stringify(filter) : null
  useEffect(() => {
    if (key !== null) leaveTour()
  }, [key])
}
