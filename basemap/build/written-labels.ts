import { toTraditional } from './chinese-scripts.ts'
import { type Label, type LabelKind, toLabel } from './label.ts'
import { readNames } from './name-tables.ts'

/**
 * Returns map labels of seas, mountain ranges, deserts and similar features. Their names and positions are written by
 * hand in the files of `basemap/names`.
 */
export function physicalLabels(): Label[] {
  return readNames('physical.txt').map((line) => {
    const [zh = '', en = '', lng, lat, kind, minzoom] = line.split('|')
    const isInChina = kind !== 'continent' && isChinese(Number(lng), Number(lat))
    return toLabel({
      kind: kind as LabelKind,
      zh,
      en,
      local: isInChina ? zh : en,
      lng: Number(lng),
      lat: Number(lat),
      minzoom: Number(minzoom),
    })
  })
}

/** Returns whether a point is roughly in China; mountains and rivers on the border have Chinese local names as well. */
function isChinese(lng: number, lat: number) {
  const boxes = [
    [80, 28, 100, 42],
    [82, 42, 90, 48],
    [100, 22, 122, 41],
    [117, 41, 128, 49],
    [108, 18, 112, 22],
    [112, 9, 118, 18],
  ] as const
  return boxes.some(([west, south, east, north]) => lng > west && lng < east && lat > south && lat < north)
}

export function provinceLabels(): Label[] {
  return readNames('provinces.txt').map((line) => {
    const [zh = ''] = line.split('|')
    return toLabel({
      kind: 'province',
      ...inChina(zh, line),
    })
  })
}

const mark = { '*': 2, '+': 1 } as const

export function chineseCityLabels(): Label[] {
  return readNames('cities-china.txt').map((line) => {
    const [, zh = '', sign] = /^([^*+|]+)([*+]?)\|/.exec(line) ?? []
    const spot = inChina(zh, line)
    return toLabel({
      kind: 'city',
      ...spot,
      // The name table contains no population of Chinese cities, so their label rank is computed from the zoom level at
      // which the label appears, on the same scale as the ranks of world cities.
      rank: Math.round(60 + spot.minzoom * 60),
      capital: mark[sign as keyof typeof mark] ?? 0,
    })
  })
}

/**
 * Matches the names of places in Taiwan, Hong Kong and Macao, whose local names are written in traditional characters.
 */
const inTraditional = /^(台湾|香港|澳门|台北|高雄|台中|台南|花莲|台东|新竹|嘉义|基隆|宜兰|屏东|澎湖)$/

/** Returns the names and position of a place in China from a line `…|en|lng|lat|minzoom` of a name table. */
function inChina(zh: string, line: string) {
  const [, en = '', lng, lat, minzoom] = line.split('|')
  return { zh, en, local: localInChina(zh), lng: Number(lng), lat: Number(lat), minzoom: Number(minzoom) }
}

function localInChina(zh: string) {
  return inTraditional.test(zh) ? toTraditional(zh) : zh
}
