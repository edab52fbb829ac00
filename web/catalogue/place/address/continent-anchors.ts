import type { Continent } from '#shared/continent.ts'

/** The ids of the sections of continents, on the home page and in the directory of places. */
export const continentAnchors: Record<Continent, string> = {
  中国: 'china',
  亚洲: 'asia',
  欧洲: 'europe',
  非洲: 'africa',
  北美洲: 'north-america',
  南美洲: 'south-america',
  大洋洲: 'oceania',
  南极洲: 'antarctica',
}
