import { type RefObject, useEffect } from 'react'
import { useMarksInView } from '#web/map/marks/use-marks-in-view.ts'
import { filterOf } from '#web/frame/globe/state/map-address.ts'
import { followTheme } from '#web/frame/globe/state/follow-theme.ts'
import type { MapData } from '#web/map/state/load-map.ts'
import { TourEnd } from '#web/map/tour/tour-end.tsx'
import { OpeningLine } from '#web/map/tour/opening-line.tsx'
import { useTourPlayer } from '#web/map/tour/use-tour-player.ts'
import type { MapCard } from '#web/map/state/map-cards.ts'
import { StageAnnouncer } from './stage-announcer.tsx'
import { useFlightToOpened } from './use-flight-to-opened.ts'
import { useFlightToTagged } from './use-flight-to-tagged.ts'

interface MapMotionProps {
  stage: RefObject<HTMLElement | null>
  data: MapData
  isTouring: boolean
  /** Whether the cards below the map are loaded. */
  hasCards: boolean
  current: MapCard | undefined
}

/**
 * Moves the map and reacts to its moves: plays the tour, flies to the opened mark or place or to the marks of chosen
 * tags, and fetches the marks in view. Also announces changes to screen readers, and shows the night map in the dark
 * theme. The component is loaded after hydration, because it needs the map, which is loaded only then.
 */
export function MapMotion({ stage, data, isTouring, hasCards, current }: MapMotionProps) {
  useEffect(followTheme, [])
  useTourPlayer(stage, isTouring, data.address.tourId !== null)
  useFlightToOpened(data)
  useFlightToTagged(data)
  useMarksInView(filterOf(data.address), !hasCards)
  return (
    <>
      <OpeningLine />
      {isTouring && <TourEnd address={data.address} />}
      <StageAnnouncer isTouring={isTouring} current={current} opened={data.opened} />
    </>
  )
}
