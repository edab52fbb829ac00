import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { OpenedPlace } from '#web/map/state/load-map.ts'
import type { Mark } from '#shared/api/place/mark.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { angleBetween } from '#web/frame/globe/layers/angle-between.ts'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'
import { markKey } from '#web/frame/globe/state/view-store.ts'
import './map-marks.css'

interface MarkFanProps {
  map: MapLibre
  place: OpenedPlace
  /**
   * Position of the place whose book covers are fanned out, as longitude and latitude in the map's coordinate system.
   */
  at: [lng: number, lat: number]
  openedKey: string | null
  hrefOf(mark: Mark): string
}

/**
 * The fan in a large and in a small window: the maximum number of covers, the angle in degrees between two of them, and
 * their distance from the place in pixels. In a small window less room is left above the place.
 */
const fans = {
  large: { maxCovers: 7, angleStep: 24, radius: 108 },
  small: { maxCovers: 5, angleStep: 27, radius: 84 },
}

/** Covers of the books of one place, fanned out above the place. */
export function MarkFan({ map, place: { name, marks, total }, at: [lng, lat], openedKey, hrefOf }: MarkFanProps) {
  const fan = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const follow = () => {
      if (fan.current === null) return
      const { x, y } = map.project([lng, lat])
      fan.current.style.transform = `translate(${x}px, ${y}px)`
      const center = map.getCenter()
      // A place more than 90 degrees away from the centre of the view is on the far side of the globe. The covers are
      // already hidden when the place comes near the edge of the globe.
      fan.current.hidden = angleBetween([center.lng, center.lat], [lng, lat]) > 75
    }
    follow()
    map.on('render', follow)
    return () => void map.off('render', follow)
  }, [map, lng, lat])
  const [{ maxCovers, angleStep, radius }] = useState(
    () => fans[matchMedia('(width <= 1000px)').matches ? 'small' : 'large'],
  )
  const fannedMarks = marks.slice(0, maxCovers)
  return (
    <ul className="mark-fan" ref={fan} aria-label={`${name}的书`}>
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
      {total > fannedMarks.length && <li className="mark-fan-rest">还有 {total - fannedMarks.length} 本</li>}
    </ul>
  )
}
