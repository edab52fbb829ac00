import { create } from 'zustand'
import type { Bounds, Mark } from '#shared/api/place/mark.ts'
import type { Route } from '#shared/api/place/route.ts'
import { type Datum, sameDatum } from './map-datum.ts'

export interface Target {
  center: [lng: number, lat: number]
  /** Left as it is without one. */
  zoom?: number
  /** One goes from card to card: they stay what they are. */
  keepsCards?: boolean
}

/** What moves the map, whichever map it is. */
export interface Camera {
  /** Flies there, or jumps where motion is not wanted. Resolves with whether it arrived: a reader may have taken over. */
  fly(target: Target, milliseconds?: number): Promise<boolean>
  zoomBy(levels: number): void
  zoom(): number
  /** What is in view. */
  look(): Bounds
  /** Back to where the map began. */
  home(): void
}

/** Which switches do something on a provider's map. */
export interface MapSwitches {
  road: boolean
  placeLabel: boolean
  language: boolean
  satellite: boolean
}

interface ViewState {
  /** Null on the site's own map, where all do. */
  switches: MapSwitches | null
  /** The provider does not answer: the site's own map is shown in place of his. */
  isProviderDown: boolean
  /** What his style says of its sources. */
  remoteCredits: string
  /** Between where places are and where the map shows them. */
  datum: Datum
  /** In pixels at zoom 16 around what is in view; null where there is none. */
  shift: [x: number, y: number] | null
  camera: Camera | null
  /** Where one looked last, for when one comes back from a book. */
  lastView: { center: [lng: number, lat: number]; zoom: number } | null
  /** What is in view once a reader looks around himself; null until then. */
  bounds: Bounds | null
  /** The great routes, once they were asked for. */
  routes: Route[] | null
  /** They were asked for and did not come. */
  areRoutesMissing: boolean
  openedRouteId: string | null
  /** Marks the cards show while no tour is on, and which tags they carry; null until they are known. */
  marksInView: { key: string; list: Mark[] } | null
  countInView: number
}

/** What is to be seen of the map right now. */
export const useView = create<ViewState>()(() => ({
  switches: null,
  isProviderDown: false,
  remoteCredits: '',
  datum: sameDatum,
  shift: null,
  camera: null,
  lastView: null,
  bounds: null,
  routes: null,
  areRoutesMissing: false,
  openedRouteId: null,
  marksInView: null,
  countInView: 0,
}))

export function markKey({ properties: { itemId, placeId } }: Mark): string {
  return `${itemId}.${placeId}`
}
