import { drawBrocade, drawGuilloche, drawPottery, drawSlips } from './craft-patterns.ts'
import { drawCaravan, drawGraticule } from './globe-patterns.ts'
import { drawArches, drawRoofs, drawWindows } from './house-patterns.ts'
import { drawBanners, drawCells, drawProof } from './human-patterns.ts'
import { drawDelta, drawStrata, drawTerraces } from './land-patterns.ts'
import { drawIceLattice, drawMeander, drawStarTiles, drawStepLattice } from './lattice-patterns.ts'
import { drawCityGrid, drawLabyrinth, drawWards } from './plan-patterns.ts'
import { drawBirches, drawGrass, drawLeaves, drawRings } from './plant-patterns.ts'
import { drawContours, drawDunes, drawMountains } from './relief-patterns.ts'
import { drawConstellations, drawOrbits, drawStaves } from './sky-patterns.ts'
import { drawClouds, drawGeese, drawRain } from './air-patterns.ts'
import { drawIslands, drawScaleWaves, drawWater } from './water-patterns.ts'
import type { Pattern } from './pattern-canvas.ts'

export interface PatternEntry {
  draw: Pattern
  /**
   * Tags of the books that the cover pattern suits, separated by spaces. The tags before the bar `|` have more weight.
   */
  tags: string
  /** The part of the world whose books may have the cover pattern: a Chinese lattice does not suit a Russian novel. */
  only?: 'china' | 'abroad'
  /** Whether the cover pattern is a landscape with a horizon and a sky, as opposed to a textile pattern. */
  isScene?: boolean
  /** Whether the cover pattern shows only the sky, without a horizon. */
  isSky?: boolean
}

export const patterns = {
  contours: { draw: drawContours, tags: '地理 山岳 探险 | 青藏 游记 云贵 西北 大洋洲 自然' },
  mountains: { isScene: true, draw: drawMountains, tags: '山岳 青藏 武侠 | 巴蜀 齐鲁 隋唐 宋元 散文 湘西 自然' },
  dunes: { isScene: true, draw: drawDunes, tags: '沙漠 北非 | 西亚 西域 撒哈拉以南非洲 寓言神话 中亚' },
  terraces: { isScene: true, draw: drawTerraces, tags: '乡土 云贵 | 东南亚 巴蜀 中原 华北 人类学' },
  delta: { draw: drawDelta, tags: '河流 | 湘西 荆楚 北非 南亚 拉丁美洲 西北 地理' },
  strata: { isScene: true, draw: drawStrata, tags: '考古 史前 | 生物 科普 自然 齐鲁 中原' },
  'scale-waves': { draw: drawScaleWaves, tags: '海洋 东亚 | 闽台 岛屿 奇幻 明清 童书' },
  water: { isScene: true, draw: drawWater, tags: '河流 海洋 江南 湘西 | 宋元 荆楚 散文 流亡 闽台 哲学' },
  rain: { isScene: true, draw: drawRain, tags: '气候 | 爱情 江南 女性 回忆录 闽台 中短篇小说' },
  islands: { isScene: true, draw: drawIslands, tags: '岛屿 大航海时代 | 海洋 南欧 大洋洲 东南亚 探险 殖民' },
  geese: { isScene: true, draw: drawGeese, tags: '流亡 动物 | 塞北 东北 诗歌 荆楚 移民 日记书信' },
  clouds: { only: 'china', draw: drawClouds, tags: '秦汉 民俗 寓言神话 | 魏晋南北朝 宗教 隋唐 奇幻 武侠' },
  constellations: {
    isScene: true,
    isSky: true,
    draw: drawConstellations,
    tags: '天文 | 古典世界 科幻 文艺复兴 成长 童书 冷战',
  },
  orbits: { isScene: true, isSky: true, draw: drawOrbits, tags: '科学 科幻 | 天文 数学 启蒙时代 科普' },
  graticule: { isScene: true, draw: drawGraticule, tags: '全球 旅行 | 大航海时代 地理 极地 殖民 移民' },
  caravan: { isScene: true, draw: drawCaravan, tags: '丝绸之路 西域 | 贸易 中亚 探险 隋唐 游记' },
  staves: { draw: drawStaves, tags: '音乐' },
  meander: { draw: drawMeander, tags: '先秦 史书 | 古典世界 经典 历史 笔记 中原' },
  'ice-lattice': { only: 'china', draw: drawIceLattice, tags: '艺术 江南 宋元 | 极地 明清 北欧 笔记 女性' },
  'step-lattice': { only: 'china', draw: drawStepLattice, tags: '明清 建筑 北京 家族 | 美食 爱情 晚清民国 岭南' },
  'star-tiles': { only: 'abroad', draw: drawStarTiles, tags: '西亚 中亚 | 宗教 南亚 北非' },
  pottery: { draw: drawPottery, tags: '史前 西北 | 考古 人类学 先秦 民俗 撒哈拉以南非洲' },
  slips: { only: 'china', draw: drawSlips, tags: '先秦 秦汉 思想 语言 | 经典 哲学 历史' },
  brocade: { draw: drawBrocade, tags: '民族 民俗 | 南亚 拉丁美洲 云贵 东南亚 女性' },
  guilloche: { draw: drawGuilloche, tags: '经济 贸易 | 政治 教育' },
  'city-grid': { draw: drawCityGrid, tags: '城市 | 移民 西欧 北美 港澳 十九世纪 社会 当代中国' },
  wards: { only: 'china', draw: drawWards, tags: '关中 隋唐 | 北京 城市 中原 政治' },
  roofs: { isScene: true, only: 'china', draw: drawRoofs, tags: '北京 建筑 | 明清 宋元 戏剧' },
  windows: { draw: drawWindows, tags: '技术 港澳 | 社会 当代中国 推理 城市 二十一世纪 冷战' },
  arches: { only: 'abroad', draw: drawArches, tags: '古典世界 南欧 文艺复兴 | 中世纪 建筑 宗教 历史' },
  labyrinth: { draw: drawLabyrinth, tags: '推理 哲学 | 思想 拉丁美洲 政治 中东欧 冷战' },
  leaves: { isScene: true, draw: drawLeaves, tags: '植物 森林 美食 | 岭南 东南亚 散文 自然 成长 女性 拉丁美洲' },
  birches: { isScene: true, draw: drawBirches, tags: '俄罗斯 北欧 森林 | 东北 中东欧 十九世纪 北美' },
  grass: { isScene: true, draw: drawGrass, tags: '草原 塞北 | 华北 自然 西北 动物 齐鲁 革命' },
  rings: { isScene: true, draw: drawRings, tags: '成长 传记 回忆录 | 家族 自然 爱情 历史 中短篇小说' },
  cells: { draw: drawCells, tags: '生物 医学 | 科普 技术' },
  proof: { draw: drawProof, tags: '数学 启蒙时代 | 科学 哲学 教育 西欧' },
  banners: { isScene: true, draw: drawBanners, tags: '战争 革命 世界大战 | 政治 武侠 史书 中世纪' },
} as const satisfies Record<string, PatternEntry>

export type PatternName = keyof typeof patterns
