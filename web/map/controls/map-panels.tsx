import { useEffect } from 'react'
import { markHydrated } from '#web/frame/page/mark-hydrated.ts'
import { api } from '#web/frame/session/session.ts'
import { languages, type MapLanguage, type StyleId, styleIds, useMap } from '#web/frame/globe/state/map-store.ts'
import { useShownStyle } from '#web/frame/globe/state/shown-style.ts'
import { RouteList } from '#web/map/route/route-list.tsx'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { SheetHead } from '#web/ui/sheet-head.tsx'
import './map-panels.css'

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

/** Panels that open when the user presses the map's buttons; the browser loads their code after the page. */
export function MapPanels() {
  const visibleRoad = useMap((state) => state.visibleRoad)
  const hasRealRoads = useView((state) => state.switches?.road ?? false)
  const showsRoutes = visibleRoad && !hasRealRoads
  useRoutes(showsRoutes)
  return (
    <>
      <LayerPanel />
      {showsRoutes && <RouteList />}
    </>
  )
}

function LayerPanel() {
  const language = useMap((state) => state.language)
  const switches = useView((state) => state.switches)
  // While a map provider draws the map, users can choose only the provider's map and possibly satellite imagery, not
  // the other map styles of the site.
  const offered =
    switches === null
      ? styleIds
      : styleIds.filter((id) => id === 'outdoor' || (id === 'satellite' && switches.satellite))
  const shownId = useShownStyle()
  return (
    <div
      id="layer-panel"
      className="panel layer-panel"
      popover="auto"
      ref={markHydrated}
      role="group"
      aria-label="底图与语言"
    >
      <SheetHead heading="底图与语言" panelId="layer-panel" />
      <fieldset>
        <legend>底图</legend>
        <div className="style-choices">
          {offered.map((id) => (
            <label key={id} className="style-choice" data-swatch={id}>
              <input
                type="radio"
                name="map-style"
                checked={id === shownId}
                onChange={() => useMap.setState({ styleId: id, hasChosenStyle: true })}
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

/**
 * Loads the historic routes when the user first switches them on; after a failure, when the user switches them on
 * again.
 */
function useRoutes(areShown: boolean) {
  useEffect(() => {
    if (!areShown || useView.getState().routes !== null) return
    useView.setState({ haveRoutesFailed: false })
    api.route.list().then(
      ({ list }) => useView.setState({ routes: list }),
      () => useView.setState({ haveRoutesFailed: true }),
    )
  }, [areShown])
}
