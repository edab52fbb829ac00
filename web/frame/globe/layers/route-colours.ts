import type { RouteKind } from '#shared/api/place/route.ts'

/** Colours of the lines of the historic routes on the map, by kind of route. */
export const routeColours: Record<RouteKind, string> = {
  trade: '#b4532a',
  path: '#76802b',
  canal: '#1f8c7a',
  sea: '#2d6cb3',
  journey: '#7b4fa0',
  railway: '#5b5148',
  highway: '#bf2f73',
}
