import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { markLayer } from '#web/frame/globe/layers/mark-layers.ts'
import { pinHeight } from '#web/frame/globe/layers/mark-images.ts'

/** The angles in degrees by which the pin may be turned, the most upright first. */
const turns = [0, 40, -40, 75, -75, 110, -110, 180]
/**
 * The distance in pixels between the middle of the pin's head and that of a mark from which the head hides no number.
 */
const enough = 24
/** A mark nearer to the place than this, in pixels, is the mark of the place; the head of the pin is beyond it. */
const own = 12

/**
 * React hook that returns the angle in degrees by which the pin is turned so that its head hides no mark; 0 stands for
 * an upright pin. The angle is chosen whenever the map comes to rest. `point` is the place of the pin on the map.
 */
export function usePinTurn(map: MapLibre | null, point: [lng: number, lat: number] | null): number {
  const [turn, setTurn] = useState(0)
  const [lng, lat] = point ?? []
  useEffect(() => {
    if (map === null || lng === undefined || lat === undefined) return
    const choose = () => {
      const tip = map.project([lng, lat])
      const marks = map
        .queryRenderedFeatures({ layers: map.getLayer(markLayer) ? [markLayer] : [] })
        .flatMap(({ geometry }) =>
          geometry.type === 'Point' ? [map.project(geometry.coordinates as [number, number])] : [],
        )
        .filter(({ x, y }) => Math.hypot(x - tip.x, y - tip.y) > own)
      const isFree = (angle: number) => {
        const radians = (angle * Math.PI) / 180
        const [x, y] = [tip.x + pinHeight * Math.sin(radians), tip.y - pinHeight * Math.cos(radians)]
        return marks.every((mark) => Math.hypot(mark.x - x, mark.y - y) >= enough)
      }
      setTurn(turns.find(isFree) ?? 0)
    }
    map.on('idle', choose)
    return () => void map.off('idle', choose)
  }, [map, lng, lat])
  return turn
}
