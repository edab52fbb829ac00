import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { Mark } from '#shared/api/place/mark.ts'
import { BookCover } from '#web/book/book-cover.tsx'
import { angleBetween } from '#web/map/layers/angle-between.ts'
import { VideoCover } from '#web/video/video-cover.tsx'
import { markKey } from '#web/map/state/view-store.ts'
import './map-marks.css'

interface MarkFanProps {
  map: MapLibre
  marks: Mark[]
  /**
   * Position of the place whose book covers are fanned out, as longitude and latitude in the map's coordinate system.
   */
  at: [lng: number, lat: number]
  openedKey: string | null
  hrefOf(mark: Mark): string
}

/** Maximum number of book covers fanned out above a place on the map. */
const maxCovers = 7
/** Angle in degrees between two neighbouring book covers of the fan. */
const angleStep = 24
/** Distance in pixels from the place on the map to the book covers fanned out above it. */
const radius = 108

/** Covers of the books of one place, fanned out above the place. */
export function MarkFan({ map, marks, at: [lng, lat], openedKey, hrefOf }: MarkFanProps) {
  const fan = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const follow = () => {
      if (fan.current === null) return
      const { x, y } = map.project([lng, lat])
      fan.current.style.transform = `translate(${x}px, ${y}px)`
      const center = map.getCenter()
      // Points at more than 90 degrees are on the far side of the globe.
      fan.current.hidden = angleBetween([center.lng, center.lat], [lng, lat]) > 75
    }
    follow()
    map.on('render', follow)
    return () => void map.off('render', follow)
  }, [map, lng, lat])
  const fannedMarks = marks.slice(0, maxCovers)
  return (
    <ul className="mark-fan" ref={fan} aria-label={`${marks[0]?.properties.place}的书`}>
      {fannedMarks.map((mark, index) => {
        const degrees = (index - (fannedMarks.length - 1) / 2) * angleStep
        const { itemType, itemId, title, cover } = mark.properties
        return (
          <li key={markKey(mark)} style={{ transform: `rotate(${degrees}deg) translateY(${-radius}px)` }}>
            <a href={hrefOf(mark)} aria-current={markKey(mark) === openedKey || undefined}>
              {itemType === 'book' ? (
                <BookCover id={itemId} title={title} cover={cover} isLazy={false} isDecorative={false} />
              ) : (
                <VideoCover id={itemId} cover={cover} isLazy={false} alt={`视频：${title}`} />
              )}
            </a>
          </li>
        )
      })}
      {marks.length > maxCovers && <li className="mark-fan-rest">还有 {marks.length - maxCovers} 本</li>}
    </ul>
  )
}
