/** In the order they are shown. China stands by itself: it holds a good part of the places. */
export const continents = ['中国', '亚洲', '欧洲', '非洲', '北美洲', '南美洲', '大洋洲', '南极洲'] as const
export type Continent = (typeof continents)[number]
