/** The continents in display order. China is listed by itself because many of the places are there. */
export const continents = ['中国', '亚洲', '欧洲', '非洲', '北美洲', '南美洲', '大洋洲', '南极洲'] as const
export type Continent = (typeof continents)[number]
