import { Suspense } from 'react'
import type { NamedPlace } from '#shared/api/place/place.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import './place-picker.css'

const PointPicker = lazyComponent(
  async () => (await import('#web/frame/globe/picker/point-picker.tsx')).PointPicker,
  function MapUnavailable() {
    return <p className="form-note">地图没有读到，请按名字找。</p>
  },
)

interface PointOnMapProps {
  isOpen: boolean
  disabled?: boolean
  onToggle: (isOpen: boolean) => void
  onPick: (place: NamedPlace) => void
}

/** Button that opens a map on which the user picks a point, to add a place there. */
export function PointOnMap({ isOpen, disabled, onToggle, onPick }: PointOnMapProps) {
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-expanded={isOpen}
        disabled={disabled}
        onClick={() => onToggle(!isOpen)}
      >
        {isOpen ? '收起地图' : '在地图上选'}
      </button>
      {isOpen && (
        <Suspense fallback={<p className="point-picker-room">正在打开地图……</p>}>
          <PointPicker onPick={onPick} />
        </Suspense>
      )}
    </>
  )
}
