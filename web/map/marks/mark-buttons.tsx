import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { pause } from '#web/map/state/play-store.ts'
import { listPlacedMarks, type Picked, type PlacedMark } from './picked-mark.ts'
import './map-marks.css'

interface MarkButtonsProps {
  map: MapLibre
  pick(picked: Picked): void
}

/**
 * Invisible buttons for the visible marks of the map, for keyboards and screen readers; pointer events pass through to
 * the canvas. A mark below a panel has none, because the focus on it could not be seen.
 */
export function MarkButtons({ map, pick }: MarkButtonsProps) {
  const [marks, setMarks] = useState<PlacedMark[]>([])
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // If the button that has the focus is removed, the list takes the focus until the next buttons are placed.
    const replace = (marks: PlacedMark[]) => {
      const focused = document.activeElement?.closest('li')
      const isRemoved = !marks.some(({ key }) => key === focused?.dataset['key'])
      if (isRemoved && list.current?.contains(document.activeElement)) list.current.focus()
      setMarks(marks)
    }
    const place = () => replace(listPlacedMarks(map).filter((mark) => isUncovered(map, mark)))
    // The map has no buttons of its marks while it moves.
    const hide = () => replace([])
    map.on('idle', place)
    map.on('movestart', hide)
    // The map may already be idle. Repainting it makes MapLibre fire the `idle` event again, on which the buttons are
    // placed.
    map.triggerRepaint()
    return () => {
      map.off('idle', place)
      map.off('movestart', hide)
    }
  }, [map])
  useEffect(() => {
    if (marks.length > 0 && document.activeElement === list.current) list.current?.querySelector('button')?.focus()
  }, [marks])
  return (
    <ul className="mark-buttons" aria-label="地图上的标记" ref={list} tabIndex={-1}>
      {marks.map(({ key, picked, x, y }) => (
        <li key={key} data-key={key} style={{ transform: `translate(${x}px, ${y}px)` }}>
          <button type="button" onClick={() => pick(picked)} onFocus={pause}>
            <span className="visually-hidden">{picked.label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Half of the minimum width of a button that users tap or click, in pixels. */
const reach = 12

/** Returns whether no panel and no button of the page lies over the middle of a mark. */
function isUncovered(map: MapLibre, { x, y }: PlacedMark): boolean {
  const container = map.getContainer()
  const { left, top } = container.getBoundingClientRect()
  return [-reach, reach].every((dx) =>
    [-reach, reach].every((dy) => {
      const uppermost = document.elementFromPoint(left + x + dx, top + y + dy)
      return uppermost === null || container.contains(uppermost)
    }),
  )
}
