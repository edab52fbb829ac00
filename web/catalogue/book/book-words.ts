import type { PlaceKind } from '#shared/api/place/place.ts'

export const placeKindNames: Record<PlaceKind, string> = {
  setting: '故事发生地',
  subject: '所写之地',
  author: '作者故里',
  written: '写作之地',
}
