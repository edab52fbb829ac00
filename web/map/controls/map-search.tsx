import { useNavigate } from 'react-router'
import { SearchBox } from '#web/search/search-box.tsx'
import { goTo, type PickedFind } from '#web/search/search-option.ts'
import type { MapAddress } from '#web/frame/globe/state/map-address.ts'
import { useMap } from '#web/frame/globe/state/map-store.ts'
import { leaveTour, pause, play } from '#web/map/state/play-store.ts'
import './map-search.css'

interface MapSearchProps {
  selectedTags: string[]
  open(change: Partial<MapAddress>): void
}

/**
 * The site's search box on the map: choosing a result moves the map there, and choosing a result without a place opens
 * its page.
 */
export function MapSearch({ selectedTags, open }: MapSearchProps) {
  const navigate = useNavigate()
  const pick = (picked: PickedFind) => {
    const change = changeFor(picked, selectedTags)
    if (change === null) return goTo(picked, navigate)
    open({ mark: null, placeId: null, ...change })
    if (picked.kind === 'tour') play()
    else leaveTour()
  }
  const setSearching = (searchStatus: boolean) => {
    useMap.setState({ searchStatus })
    // The tour on the map pauses while the user types a search.
    if (searchStatus) pause()
  }
  return (
    <div className="map-search" onFocus={() => setSearching(true)} onBlur={() => setSearching(false)}>
      <SearchBox label="在地图上找" onPick={pick} />
    </div>
  )
}

/**
 * Returns how the map's URL changes when the user chooses a search result; null for a result without a place on the
 * map.
 */
function changeFor(picked: PickedFind, selectedTags: string[]): Partial<MapAddress> | null {
  if (picked.kind === 'book' && picked.book.pin !== null)
    return { mark: { itemId: picked.book.id, placeId: picked.book.pin.placeId } }
  if (picked.kind === 'video' && picked.video.pin !== null)
    return { mark: { itemId: picked.video.video.id, placeId: picked.video.pin.placeId } }
  if (picked.kind === 'place') return { placeId: picked.place.id }
  if (picked.kind === 'tour') return { tourId: picked.tour.id }
  if (picked.kind === 'tag') return { selectedTags: [...new Set([...selectedTags, picked.name])] }
  return null
}
