import { useEffect, useMemo } from 'react'
import type { Tour } from '#shared/api/place/tour.ts'
import { useIsAlive } from '#web/page/use-is-alive.ts'
import { asksForMarks } from '#web/map/state/map-address.ts'
import { type MapCard, markCard, stopCard, stopKey } from '#web/map/state/map-cards.ts'
import type { MapData } from '#web/map/state/load-map.ts'
import { useMap } from '#web/map/state/map-store.ts'
import { usePlay } from '#web/map/state/play-store.ts'
import { markKey, useView } from '#web/map/state/view-store.ts'

/** The cards in the swiper: the stops of the tour one is on, else the books of the opened place, else the marks in view. */
export function useCards(data: MapData, tour: Tour | null): MapCard[] {
  const isTouring = useIsTouring(data)
  // Marks of other tags would be wrong, not only old.
  const key = JSON.stringify(data.address.selectedTags)
  const inView = useView(({ marksInView }) => (marksInView?.key === key ? marksInView.list : null))
  const { opened, place, tagged } = data
  return useMemo(() => {
    if (isTouring && tour !== null) return tour.playData.features.map(stopCard)
    const marks = place?.marks ?? inView ?? tagged
    const isListed = opened === null || marks.some((mark) => markKey(mark) === markKey(opened))
    return (isListed ? marks : [opened, ...marks]).map(markCard)
  }, [isTouring, tour, opened, place, tagged, inView])
}

/** Known from the address alone until the page has come alive: the server renders the same. */
export function useIsTouring({ address }: MapData): boolean {
  const isAlive = useIsAlive()
  const isTouring = usePlay((state) => state.isTouring)
  return isAlive ? isTouring && address.mark === null && address.placeId === null : !asksForMarks(address)
}

/** The card one is at: of the swiper's own, else the first. */
export function useCurrentCard(cards: MapCard[]): MapCard | undefined {
  const key = useMap((state) => state.currentSwiperItem)
  return cards.find((card) => card.key === key) ?? cards[0]
}

/** Keeps `currentSwiperItem` in step with the tour and with the opened mark. */
export function useCurrentInStep({ opened }: MapData, isTouring: boolean) {
  const stop = usePlay((state) => state.stop)
  const openedKey = opened && markKey(opened)
  useEffect(() => {
    if (isTouring) useMap.setState({ currentSwiperItem: stopKey(stop) })
  }, [isTouring, stop])
  useEffect(() => {
    if (openedKey !== null) useMap.setState({ currentSwiperItem: openedKey })
  }, [openedKey])
}
