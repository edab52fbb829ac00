import type { PlaceNameKind, PlacePeopleKind } from '#shared/api/place/place-page.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'

export const bookHeadings: Record<PlaceKind, string> = {
  setting: '故事发生在这里的书',
  subject: '写这里的书',
  written: '在这里写成的书',
  author: '作者来自这里的书',
}

export const peopleLabels: Record<PlacePeopleKind, string> = { born: '生于此', lived: '居留于此', died: '逝于此' }

export const placeNameKinds: Record<PlaceNameKind, string> = { old: '旧称', foreign: '外文名', other: '别名' }

/**
 * Returns the coordinates of a point in words, such as 北纬 34.27°，东经 108.93°. A pole has no longitude that would mean
 * anything.
 */
export function coordinatesText({ lng, lat }: { lng: number; lat: number }): string {
  const degrees = (value: number) => `${Math.abs(value).toFixed(2)}°`
  if (Math.abs(lat) > 89.9) return `${lat < 0 ? '南纬' : '北纬'} 90°`
  return `${lat < 0 ? '南纬' : '北纬'} ${degrees(lat)}，${lng < 0 ? '西经' : '东经'} ${degrees(lng)}`
}
