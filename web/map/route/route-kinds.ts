import type { RouteKind } from '#shared/api/place/route.ts'

export const routeKindNames: Record<RouteKind, string> = {
  trade: '商路',
  path: '古道',
  canal: '水路',
  sea: '海路',
  journey: '行旅',
  railway: '铁路',
  highway: '公路',
}
