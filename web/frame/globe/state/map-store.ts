import { create } from 'zustand'

export const styleIds = ['outdoor', 'light', 'dark', 'satellite', 'paper'] as const
export type StyleId = (typeof styleIds)[number]
export const languages = ['zh-Hans', 'zh-Hant', 'en', 'local'] as const
export type MapLanguage = (typeof languages)[number]
export type Projection = 'globe' | 'mercator'

/** Longitude and latitude of the map's centre before the user or the tour moves it. */
export const initialCenter: [lng: number, lat: number] = [102, 36]

interface MapChoices {
  projection: Projection
  language: MapLanguage
  visibleRoad: boolean
  visiblePlaceLabel: boolean
  styleId: StyleId
}

interface MapState extends MapChoices {
  /** Whether the user has chosen the basemap; until then it follows the theme of the page. */
  hasChosenStyle: boolean
  /** Whether the search box on the map has the focus. */
  searchStatus: boolean
  /** Key of the current card in the strip below the map; the map shows the place of this card. */
  currentSwiperItem: string | null
}

/**
 * Settings of the map, which the browser's local storage saves. The selected tags and the opened mark are in the URL
 * instead.
 */
export const useMap = create<MapState>()(() => ({
  projection: 'globe',
  language: 'zh-Hans',
  visibleRoad: false,
  visiblePlaceLabel: true,
  styleId: 'outdoor',
  hasChosenStyle: false,
  searchStatus: false,
  currentSwiperItem: null,
}))

const key = 'map'

/**
 * Restores the saved map settings and saves every later change. Must run after hydration, because the server renders
 * the defaults. Returns a function that stops saving.
 */
export function restoreChoices(): () => void {
  try {
    useMap.setState(validChoices(JSON.parse(localStorage.getItem(key) ?? 'null')))
  } catch {
    // If the saved map settings are unreadable, or the browser refuses storage, the defaults stay.
  }
  return useMap.subscribe((state) => {
    try {
      const { styleId, ...others } = choicesOf(state)
      localStorage.setItem(key, JSON.stringify(state.hasChosenStyle ? { styleId, ...others } : others))
    } catch {
      // A browser in private mode may refuse storage; the map settings then last as long as the page.
    }
  })
}

export function choicesOf({ projection, language, visibleRoad, visiblePlaceLabel, styleId }: MapChoices): MapChoices {
  return { projection, language, visibleRoad, visiblePlaceLabel, styleId }
}

/**
 * Returns only the valid map settings, because another version of the site or the user may have written other values.
 */
function validChoices(stored: unknown): Partial<MapState> {
  const { projection, language, visibleRoad, visiblePlaceLabel, styleId } = (stored ?? {}) as Record<string, unknown>
  return {
    ...(projection === 'globe' || projection === 'mercator' ? { projection } : {}),
    ...(languages.some((one) => one === language) ? { language: language as MapLanguage } : {}),
    ...(typeof visibleRoad === 'boolean' ? { visibleRoad } : {}),
    ...(typeof visiblePlaceLabel === 'boolean' ? { visiblePlaceLabel } : {}),
    ...(styleIds.some((one) => one === styleId) ? { styleId: styleId as StyleId, hasChosenStyle: true } : {}),
  }
}
