import { Earth, House, Layers, Map as FlatIcon, Minus, Plus, Spline, Type } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { api } from '../session/session.ts'
import { languages, type MapLanguage, type StyleId, styleIds, useMap } from './map-store.ts'
import { RouteList } from './route-list.tsx'
import { leaveTour } from './play-store.ts'
import { type Camera, useView } from './view-store.ts'

const languageNames: Record<MapLanguage, string> = {
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  en: 'English',
  local: '当地文字',
}

const styleNames: Record<StyleId, string> = {
  outdoor: '户外',
  light: '浅色',
  dark: '夜航',
  satellite: '卫星',
  paper: '古卷',
}

interface MapControlsProps {
  /** The flat drawn map has no styles, languages or levels to choose. */
  isFlat: boolean
}

/** Every choice acts at once, and stays for next time. */
export function MapControls({ isFlat }: MapControlsProps) {
  const projection = useMap((state) => state.projection)
  const visibleRoad = useMap((state) => state.visibleRoad)
  const visiblePlaceLabel = useMap((state) => state.visiblePlaceLabel)
  const switches = useView((state) => state.switches)
  const hasRealRoads = switches?.road ?? false
  const isGlobe = projection === 'globe'
  useRoutes(visibleRoad && !hasRealRoads)
  if (isFlat) return null
  return (
    <div className="map-controls" role="group" aria-label="地图">
      <ControlButton label="放大" onClick={() => lookAround((camera) => camera.zoomBy(1))}>
        <Plus size={20} strokeWidth={1.5} aria-hidden />
      </ControlButton>
      <ControlButton label="缩小" onClick={() => lookAround((camera) => camera.zoomBy(-1))}>
        <Minus size={20} strokeWidth={1.5} aria-hidden />
      </ControlButton>
      <ControlButton label="回到开始的地方" onClick={() => lookAround((camera) => camera.home())}>
        <House size={20} strokeWidth={1.5} aria-hidden />
      </ControlButton>
      <ControlButton
        label={isGlobe ? '改为平面地图' : '改为地球'}
        onClick={() => useMap.setState({ projection: isGlobe ? 'mercator' : 'globe' })}
      >
        {isGlobe ? (
          <FlatIcon size={20} strokeWidth={1.5} aria-hidden />
        ) : (
          <Earth size={20} strokeWidth={1.5} aria-hidden />
        )}
      </ControlButton>
      <ControlButton
        label={hasRealRoads ? '道路' : '路线'}
        isPressed={visibleRoad}
        onClick={() => useMap.setState({ visibleRoad: !visibleRoad })}
      >
        <Spline size={20} strokeWidth={1.5} aria-hidden />
      </ControlButton>
      <ControlButton
        label="地名"
        isDisabled={switches?.placeLabel === false}
        isPressed={visiblePlaceLabel}
        onClick={() => useMap.setState({ visiblePlaceLabel: !visiblePlaceLabel })}
      >
        <Type size={20} strokeWidth={1.5} aria-hidden />
      </ControlButton>
      <button
        type="button"
        className="control-button"
        popoverTarget="layer-panel"
        aria-label="底图与语言"
        title="底图与语言"
      >
        <Layers size={20} strokeWidth={1.5} aria-hidden />
      </button>
      <LayerPanel />
      {visibleRoad && !hasRealRoads && <RouteList />}
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
      className="control-button"
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

function LayerPanel() {
  const styleId = useMap((state) => state.styleId)
  const language = useMap((state) => state.language)
  const switches = useView((state) => state.switches)
  // A provider has his map, and at most pictures from above.
  const offered =
    switches === null
      ? styleIds
      : styleIds.filter((id) => id === 'outdoor' || (id === 'satellite' && switches.satellite))
  const shownId = offered.includes(styleId) ? styleId : 'outdoor'
  return (
    <div id="layer-panel" className="layer-panel" popover="auto" role="group" aria-label="底图与语言">
      <fieldset>
        <legend>底图</legend>
        <div className="style-choices">
          {offered.map((id) => (
            <label key={id} className="style-choice" data-swatch={id}>
              <input
                type="radio"
                name="map-style"
                checked={id === shownId}
                onChange={() => useMap.setState({ styleId: id })}
              />
              {styleNames[id]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset disabled={switches?.language === false}>
        <legend>地名用</legend>
        <div className="language-choices">
          {languages.map((one) => (
            <label key={one} className="language-choice">
              <input
                type="radio"
                name="map-language"
                checked={one === language}
                onChange={() => useMap.setState({ language: one })}
              />
              <span lang={one === 'local' ? undefined : one}>{languageNames[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

/** Whoever moves the map himself leaves the tour. */
function lookAround(move: (camera: Camera) => void) {
  const { camera } = useView.getState()
  leaveTour()
  if (camera !== null) move(camera)
}

/** The great routes are fetched when they are first asked for; after a failed try, when they are asked for again. */
function useRoutes(isAsked: boolean) {
  useEffect(() => {
    if (!isAsked || useView.getState().routes !== null) return
    useView.setState({ areRoutesMissing: false })
    api.route.list().then(
      ({ list }) => useView.setState({ routes: list }),
      () => useView.setState({ areRoutesMissing: true }),
    )
  }, [isAsked])
}
