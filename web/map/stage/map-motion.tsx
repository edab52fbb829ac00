import { type RefObject, useEffect } from 'react'
import { useMarksInView } from '#web/map/marks/use-marks-in-view.ts'
import { filterOf } from '#web/frame/globe/state/map-address.ts'
import { followTheme } from '#web/frame/globe/state/follow-theme.ts'
import type { MapData } from '#web/map/state/load-map.ts'
import { TourEnd, useIsTourOver } from '#web/map/tour/tour-end.tsx'
import { useTourPlayer } from '#web/map/tour/use-tour-player.ts'
import type { MapCard } from '#web/map/state/map-cards.ts'
import { useFlightToTagged } from './use-flight-to-tagged.ts'
import type { Mark } from '#shared/api/place/mark.ts'
import { usePlay } from '#web/map/state/play-store.ts'
import { markKey, useView } from '#web/frame/globe/state/view-store.ts'
import './opening-line.css'

/**
 * Minimum zoom level after a flight to a mark or place, so that the user sees where in its country the mark or place
 * lies. The relief of the site's own basemap is sharp up to this zoom.
 */
const nearZoom = 4

interface StageAnnouncerProps {
  isTouring: boolean
  current: MapCard | undefined
  opened: Mark | null
}

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

/** Announces the current card or opened mark to screen readers. A playing tour is not announced. */
function StageAnnouncer({ isTouring, current, opened }: StageAnnouncerProps) {
  const playing = usePlay((state) => state.playing)
  const isOver = useIsTourOver()
  const announcement = () => {
    if (opened !== null) return `已打开《${opened.properties.title}》，${opened.properties.place}`
    if (current === undefined || playing) return ''
    return isTouring
      ? `到了${current.title}。${current.text}${isOver ? '这条漫游到终点了。' : ''}`
      : `《${current.title}》，${[current.place?.name, current.placeNote].filter(Boolean).join(' · ')}`
  }
  return (
    <p className="visually-hidden" role="status">
      {announcement()}
    </p>
  )
}

/** React hook that flies the map to the opened mark, or to the opened place if no mark is opened. */
function useFlightToOpened({ opened, place }: MapData) {
  const camera = useView((state) => state.camera)
  const key = opened ? markKey(opened) : (place?.id ?? null)
  const [lng, lat] = opened?.geometry.coordinates ?? place?.center ?? []
  useEffect(() => {
    if (camera === null || key === null || lng === undefined || lat === undefined) return
    void camera.fly({ center: [lng, lat], zoom: Math.max(nearZoom, camera.zoom()) })
  }, [camera, key, lng, lat])
}

/** The sentence under the globe while it turns slowly before the first tour. */
function OpeningLine() {
  const isOpening = usePlay((state) => state.isOpening)
  if (!isOpening) return null
  return <p className="opening-line">一叠一叠，都是写到那里的书。</p>
}
