import { create } from 'zustand'
import type { Bounds, Mark } from '#shared/api/place/mark.ts'
import type { Route } from '#shared/api/place/route.ts'
import { type Datum, identityDatum } from './map-datum.ts'

interface Target {
  center: [lng: number, lat: number]
  /** Zoom level at the end of the map's flight; without a value, the map keeps its current zoom level. */
  zoom?: number
  /** Whether the cards below the map stay the same after the map has moved, as when the user goes from card to card. */
  preservesCards?: boolean
}

/** Functions that move the map; the globe and the flat fallback map both implement this interface. */
export interface Camera {
  /**
   * Flies the map to the target, or jumps there if the user prefers reduced motion. Resolves with false when the user
   * interrupted the flight.
   */
  fly(target: Target, milliseconds?: number): Promise<boolean>
  /**
   * Turns the globe slowly to the west, by `degrees` within `milliseconds`, without a change of the cards below the
   * map. Returns a function that stops the turn.
   */
  turn(degrees: number, milliseconds: number): () => void
  zoomBy(levels: number): void
  zoom(): number
  /** Returns the bounds of the visible part of the map as west, south, east and north. */
  bounds(): Bounds
  /** Returns whether the map is moving by itself or by the user's hand. */
  isMoving(): boolean
  /** Returns whether a point lies in the part of the map that no panel covers, and not at the edge of the globe. */
  shows(point: [lng: number, lat: number]): boolean
  /** Flies to a circle, given by its radius as an angle in degrees, so that the map shows the whole circle. */
  flyToCircle(circle: { center: [lng: number, lat: number]; radius: number }): void
  /** Moves the map back to its initial centre and zoom. */
  home(): void
}

/** States which map controls have an effect on the map of an external provider. */
interface MapSwitches {
  road: boolean
  placeLabel: boolean
  language: boolean
  satellite: boolean
}

interface ViewState {
  /**
   * States which map controls have an effect on the provider's map; null for the site's own basemap, where all have an
   * effect.
   */
  switches: MapSwitches | null
  /** Whether the map provider does not respond, so that the site's own basemap is shown as the fallback. */
  isProviderDown: boolean
  /** Attributions of the data sources in the style of the map provider, as plain text. */
  remoteCredits: string
  /** Converts between WGS-84 and the coordinates of the displayed map. */
  datum: Datum
  /** Offset of the provider's map at the centre of the view, in pixels at zoom 16; null for a map without an offset. */
  shift: [x: number, y: number] | null
  camera: Camera | null
  /** Centre and zoom of the map when the user left the map page; they are restored when the user returns. */
  lastView: { center: [lng: number, lat: number]; zoom: number } | null
  /** Bounds of the visible part of the map after the user moved it; null before the first move. */
  bounds: Bounds | null
  /** The tags, as JSON, for which the map has last moved to their marks or has stayed because it shows them. */
  tagsInView?: string | null
  /** Historic routes that the map can show; null until they are loaded. */
  routes: Route[] | null
  /** Whether the map shows all routes, and not only those of the chosen years or of the tour. */
  areAllRoutesShown: boolean
  /** Whether loading the historic routes failed. */
  haveRoutesFailed: boolean
  openedRouteId: string | null
  /** The name of the place of the current card, which the map writes beside the pin and not a second time. */
  pinName: string | null
  /**
   * Marks in the visible part of the map, for the cards that are shown while no tour is active. `key` is the JSON of
   * the filter (a `MapFilter`) with which the marks were loaded; null until then.
   */
  marksInView: { key: string; list: Mark[] } | null
  /** The number of books in the visible part of the map, in words; empty until it is known. */
  countInView: string
  /** Whether the marks in the visible part of the map could not be loaded. */
  haveMarksFailed: boolean
}

/** State of the visible map, which is lost when the page is closed. */
export const useView = create<ViewState>()(() => ({
  switches: null,
  isProviderDown: false,
  remoteCredits: '',
  datum: identityDatum,
  shift: null,
  camera: null,
  lastView: null,
  bounds: null,
  routes: null,
  areAllRoutesShown: false,
  haveRoutesFailed: false,
  openedRouteId: null,
  pinName: null,
  marksInView: null,
  countInView: '',
  haveMarksFailed: false,
}))

export function markKey({ properties: { itemId, placeId } }: Mark): string {
  return `${itemId}.${placeId}`
}
