import { Crosshair } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NamedPlace } from '#shared/api/place/place.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { MapCredits } from './map-credits.tsx'
import { createPickingMap } from '#web/frame/globe/view/create-map.ts'
import { useBaseStyle } from '#web/frame/globe/basemap/use-base-style.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import './point-picker.css'

interface PointPickerProps {
  onPick: (place: NamedPlace) => void
}

interface Around {
  region: string
  list: NamedPlace[]
}

/**
 * A small map under a crosshair. The user chooses the point in the middle by dragging the map, clicking on it or
 * pressing the arrow keys.
 */
export function PointPicker({ onPick }: PointPickerProps) {
  const container = useRef<HTMLDivElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [point, setPoint] = useState<[lng: number, lat: number] | null>(null)
  const site = useSite()
  const { style } = useBaseStyle(site.map)
  const around = useAround(point)
  const handleMoveEnd = useEffectEvent((moved: MapLibre) => {
    const [lng, lat] = useView.getState().datum.fromMap(moved.getCenter().wrap().toArray())
    setPoint([round(lng), round(lat)])
  })
  const start = useEffectEvent(() => {
    const created = container.current && createPickingMap(container.current, style)
    if (created === null) return setIsBroken(true)
    created.on('moveend', () => handleMoveEnd(created))
    // A click on the map centres it on the clicked point and zooms in, up to zoom 9.
    created.on('click', ({ lngLat }) =>
      created.easeTo({
        center: lngLat,
        zoom: Math.max(created.getZoom(), Math.min(created.getZoom() + 1.5, 9)),
        duration: 250,
      }),
    )
    created.once('style.load', () => setMap(created))
    return () => created.remove()
  })
  useEffect(() => start(), [])
  useEffect(() => void map?.setStyle({ ...style, projection: { type: 'mercator' } }, { diff: true }), [map, style])
  if (isBroken) return <p className="form-note">这个浏览器画不出地图，请按名字找。</p>
  return (
    <div className="point-picker">
      <div className="point-map">
        <div ref={container} />
        <span className="point-cross">
          <Icon of={Crosshair} size={36} />
        </span>
        <MapCredits site={site} />
      </div>
      <p className="field-hint" role="status">
        {point === null
          ? '拖动或点地图，也可以用方向键和加减号，让准星对准那个地方。'
          : `准星在 ${spotText(point)}${around ? `，${around.region}` : ''}`}
      </p>
      {point !== null && <PointName key={point.join()} point={point} around={around} onPick={onPick} />}
    </div>
  )
}

/**
 * Returns the region that contains a point of the map and the known places near the point; null until the answer
 * arrives.
 */
function useAround(point: [number, number] | null): Around | null {
  const [answer, setAnswer] = useState<{ point: [number, number]; around: Around } | null>(null)
  useEffect(() => {
    if (point === null) return undefined
    const controller = new AbortController()
    const [lng, lat] = point
    api.place.near({ lng, lat }, controller.signal).then(
      (around) => setAnswer({ point, around }),
      () => undefined,
    )
    return () => controller.abort()
  }, [point])
  return answer !== null && answer.point === point ? answer.around : null
}

interface PointNameProps {
  point: [lng: number, lat: number]
  around: Around | null
  onPick: (place: NamedPlace) => void
}

/** Buttons for the known places near the chosen point of the map, and a field for the name of a new place. */
function PointName({ point: [lng, lat], around, onPick }: PointNameProps) {
  const [name, setName] = useState('')
  return (
    <>
      {around !== null && around.list.length > 0 && (
        <div className="point-choices" role="group" aria-label="附近的地方">
          <span className="form-note">附近有：</span>
          {around.list.map((place) => (
            <button key={place.name} type="button" className="chip" onClick={() => onPick(place)}>
              {place.name}
            </button>
          ))}
        </div>
      )}
      <div className="point-form">
        <Field
          label="都不是？给准星处起个名字"
          name="point-name"
          maxLength={30}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <button
          type="button"
          className="button button-quiet"
          disabled={name.trim() === ''}
          onClick={() =>
            onPick({ placeId: null, name: name.trim(), variant: null, lng, lat, region: around?.region ?? '' })
          }
        >
          添加
        </button>
      </div>
    </>
  )
}

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4

function spotText([lng, lat]: [number, number]): string {
  return `${lng < 0 ? '西经' : '东经'} ${Math.abs(lng).toFixed(2)}°、${lat < 0 ? '南纬' : '北纬'} ${Math.abs(lat).toFixed(2)}°`
}
