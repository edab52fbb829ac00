import { Earth, House, Layers, Map as FlatIcon, Minus, Plus, Spline, Type } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { useHydrationMark } from '#web/frame/page/mark-hydrated.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { useMap } from '#web/frame/globe/state/map-store.ts'
import { leaveTour } from '#web/map/state/play-store.ts'
import { type Camera, useView } from '#web/frame/globe/state/view-store.ts'

const MapPanels = lazyComponent(async () => (await import('./map-panels.tsx')).MapPanels)

/** Buttons that control the map. Every choice applies at once and is saved in the browser. */
export function MapControls() {
  const element = useHydrationMark<HTMLDivElement>()
  const isHydrated = useIsHydrated()
  const projection = useMap((state) => state.projection)
  const visibleRoad = useMap((state) => state.visibleRoad)
  const visiblePlaceLabel = useMap((state) => state.visiblePlaceLabel)
  const switches = useView((state) => state.switches)
  const hasRealRoads = switches?.road ?? false
  const isGlobe = projection === 'globe'
  return (
    <div className="map-controls" data-late ref={element} role="group" aria-label="地图">
      <ControlButton label="放大" onClick={() => moveByUser((camera) => camera.zoomBy(1))}>
        <Icon of={Plus} size={20} />
      </ControlButton>
      <ControlButton label="缩小" onClick={() => moveByUser((camera) => camera.zoomBy(-1))}>
        <Icon of={Minus} size={20} />
      </ControlButton>
      <ControlButton label="回到开始的地方" onClick={() => moveByUser((camera) => camera.home())}>
        <Icon of={House} size={20} />
      </ControlButton>
      <ControlButton
        label={isGlobe ? '改为平面地图' : '改为地球'}
        onClick={() => useMap.setState({ projection: isGlobe ? 'mercator' : 'globe' })}
      >
        {isGlobe ? <Icon of={FlatIcon} size={20} /> : <Icon of={Earth} size={20} />}
      </ControlButton>
      <ControlButton
        label={hasRealRoads ? '道路' : '路线'}
        isPressed={visibleRoad}
        onClick={() => useMap.setState({ visibleRoad: !visibleRoad })}
      >
        <Icon of={Spline} size={20} />
      </ControlButton>
      <ControlButton
        label="地名"
        isDisabled={switches?.placeLabel === false}
        isPressed={visiblePlaceLabel}
        onClick={() => useMap.setState({ visiblePlaceLabel: !visiblePlaceLabel })}
      >
        <Icon of={Type} size={20} />
      </ControlButton>
      <button
        type="button"
        className="icon-button control-button"
        popoverTarget="layer-panel"
        aria-label="底图与语言"
        title="底图与语言"
      >
        <Icon of={Layers} size={20} />
      </button>
      <Suspense fallback={null}>{isHydrated && <MapPanels />}</Suspense>
    </div>
  )
}

interface ControlButtonProps {
  label: string
  isPressed?: boolean
  isDisabled?: boolean
  onClick(): void
  children: ReactNode
}

function ControlButton({ label, isPressed, isDisabled, onClick, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      className="icon-button control-button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Moves the map because the user pressed a button, and ends the tour. */
function moveByUser(move: (camera: Camera) => void) {
  const { camera } = useView.getState()
  leaveTour()
  if (camera !== null) move(camera)
}
