import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { pause } from '#web/map/state/play-store.ts'
import { listPlacedMarks, type Picked, type PlacedMark } from './picked-mark.ts'
import './map-marks.css'

interface MarkButtonsProps {
  map: MapLibre
  pick(picked: Picked): void
}

/** Buttons for the visible marks, for keyboards and screen readers; pointer events pass through to the canvas. */
export function MarkButtons({ map, pick }: MarkButtonsProps) {
  const [marks, setMarks] = useState<PlacedMark[]>([])
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const place = () => setMarks(listPlacedMarks(map))
    const hide = () => {
      // If a button has the focus, the list takes the focus until the new buttons are placed.
      if (list.current?.contains(document.activeElement)) list.current.focus()
      setMarks([])
    }
    map.on('idle', place)
    map.on('movestart', hide)
    // The repaint makes a map that is already idle fire `idle` again.
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
        <li key={key} style={{ transform: `translate(${x}px, ${y}px)` }}>
          <button type="button" onClick={() => pick(picked)} onFocus={pause}>
            <span className="visually-hidden">{picked.label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
