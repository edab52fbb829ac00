import type { PlaceNameKind, PlacePeopleKind } from '#shared/api/place/place-page.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'

export const bookHeadings: Record<PlaceKind, string> = {
  setting: '故事发生在这里',
  subject: '写这里的书',
  written: '在这里写成',
  author: '从这里走出的作者',
}

export const peopleLabels: Record<PlacePeopleKind, string> = { born: '生于此', lived: '居于此', died: '逝于此' }

export const placeNameKinds: Record<PlaceNameKind, string> = { old: '旧称', foreign: '外文名', other: '别名' }

/** Returns the coordinates of a point in words, such as 北纬 34.27°，东经 108.93°. */
export function coordinatesText({ lng, lat }: { lng: number; lat: number }): string {
  const degrees = (value: number) => `${Math.abs(value).toFixed(2)}°`
  return `${lat < 0 ? '南纬' : '北纬'} ${degrees(lat)}，${lng < 0 ? '西经' : '东经'} ${degrees(lng)}`
}
