import { useEffect, useMemo } from 'react'
import type { Tour } from '#shared/api/place/tour.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { filterOf, hasMapSelection } from '#web/frame/globe/state/map-address.ts'
import { type MapCard, markCard, stopCard, stopKey } from '#web/map/state/map-cards.ts'
import type { MapData } from '#web/map/state/load-map.ts'
import { useMap } from '#web/frame/globe/state/map-store.ts'
import { usePlay } from '#web/map/state/play-store.ts'
import { markKey, useView } from '#web/frame/globe/state/view-store.ts'

/**
 * Returns the cards below the map: the stops of the active tour, otherwise the marks of the opened place, otherwise the
 * marks in the visible part of the map; null until these are loaded.
 */
export function useCards(data: MapData, tour: Tour | null): MapCard[] | null {
  const isTouring = useIsTouring(data)
  // Marks that were loaded for other tags or years than those selected now are ignored.
  const key = JSON.stringify(filterOf(data.address))
  const inView = useView(({ marksInView }) => (marksInView?.key === key ? marksInView.list : null))
  const { opened, place, filtered } = data
  return useMemo(() => {
    if (isTouring && tour !== null) return tour.playData.features.map(stopCard)
    const marks = place?.marks ?? inView ?? filtered ?? (opened && [])
    if (marks === null) return null
    const isListed = opened === null || marks.some((mark) => markKey(mark) === markKey(opened))
    return (isListed ? marks : [opened, ...marks]).map(markCard)
  }, [isTouring, tour, opened, place, filtered, inView])
}

/**
 * Returns whether the cards below the map show the stops of a tour. Before hydration only the URL decides, so that
 * server and browser render the same.
 */
export function useIsTouring({ address }: MapData): boolean {
  const isHydrated = useIsHydrated()
  const isTouring = usePlay((state) => state.isTouring)
  return isHydrated ? isTouring && address.mark === null && address.placeId === null : !hasMapSelection(address)
}

/**
 * Returns the current card below the map: the card with the stored key `currentSwiperItem`, or the first card if there
 * is none with this key.
 */
export function useCurrentCard(cards: MapCard[] | null): MapCard | undefined {
  const key = useMap((state) => state.currentSwiperItem)
  return cards?.find((card) => card.key === key) ?? cards?.[0]
}

/**
 * Sets `currentSwiperItem`, the key of the current card, when the map tour moves to another stop or the user opens a
 * mark.
 */
export function useCurrentCardSync({ opened }: MapData, isTouring: boolean) {
  const stop = usePlay((state) => state.stop)
  const openedKey = opened && markKey(opened)
  useEffect(() => {
    if (isTouring) useMap.setState({ currentSwiperItem: stopKey(stop) })
  }, [isTouring, stop])
  useEffect(() => {
    if (openedKey !== null) useMap.setState({ currentSwiperItem: openedKey })
  }, [openedKey])
}
