import type { RouteKind } from '#shared/api/place/route.ts'

/** Colours of the lines of the historic routes on the map, by kind of route. */
export const routeColours: Record<RouteKind, string> = {
  trade: '#b4532a',
  path: '#8a6a2c',
  canal: '#1f7a8c',
  sea: '#2f6f93',
  journey: '#7b4fa0',
  railway: '#5b5148',
  highway: '#c8452f',
}
