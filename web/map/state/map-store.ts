import { create } from 'zustand'

export const styleIds = ['outdoor', 'light', 'dark', 'satellite', 'paper'] as const
export type StyleId = (typeof styleIds)[number]
export const languages = ['zh-Hans', 'zh-Hant', 'en', 'local'] as const
export type MapLanguage = (typeof languages)[number]
export type Projection = 'globe' | 'mercator'

/** Where the map begins. */
export const initialCenter: [lng: number, lat: number] = [102, 36]

export interface MapChoices {
  projection: Projection
  language: MapLanguage
  visibleRoad: boolean
  visiblePlaceLabel: boolean
  styleId: StyleId
}

interface MapState extends MapChoices {
  /** Whether the search box is in use. */
  searchStatus: boolean
  /** Key of the card shown first in the swiper; the map is in step with it. */
  currentSwiperItem: string | null
}

/** How one looks at the map. What one chose is kept for next time; tags and the opened mark stand in the address instead. */
export const useMap = create<MapState>()(() => ({
  projection: 'globe',
  language: 'zh-Hans',
  visibleRoad: false,
  visiblePlaceLabel: true,
  styleId: 'outdoor',
  searchStatus: false,
  currentSwiperItem: null,
}))

const key = 'map'

/** Takes up what was chosen last time, once the page is hydrated as the server sent it, and keeps what is chosen from now on. */
export function restoreChoices(): () => void {
  try {
    useMap.setState(knownChoices(JSON.parse(localStorage.getItem(key) ?? 'null')))
  } catch {
    // Nothing legible is kept, or nothing may be.
  }
  return useMap.subscribe((state) => {
    try {
      localStorage.setItem(key, JSON.stringify(choicesOf(state)))
    } catch {
      // Private windows may refuse storage; the choices then last as long as the page.
    }
  })
}

export function choicesOf({ projection, language, visibleRoad, visiblePlaceLabel, styleId }: MapChoices): MapChoices {
  return { projection, language, visibleRoad, visiblePlaceLabel, styleId }
}

/** What is kept may be of another version of the site, or of somebody's making. */
function knownChoices(kept: unknown): Partial<MapChoices> {
  const { projection, language, visibleRoad, visiblePlaceLabel, styleId } = (kept ?? {}) as Record<string, unknown>
  return {
    ...(projection === 'globe' || projection === 'mercator' ? { projection } : {}),
    ...(languages.some((one) => one === language) ? { language: language as MapLanguage } : {}),
    ...(typeof visibleRoad === 'boolean' ? { visibleRoad } : {}),
    ...(typeof visiblePlaceLabel === 'boolean' ? { visiblePlaceLabel } : {}),
    ...(styleIds.some((one) => one === styleId) ? { styleId: styleId as StyleId } : {}),
  }
}
