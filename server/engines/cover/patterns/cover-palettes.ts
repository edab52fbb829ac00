import { mix, type Tones } from './pattern-canvas.ts'

/**
 * Colour palettes for book covers, made of traditional Chinese colours. All are muted and suit the same paper colour.
 */

export interface Palette {
  name: string
  /** Colour of a dark cover background; the text on it has the colour of the paper. */
  deep: string
  middle: string
  /** Colour of tinted paper, used as a cover background for dark text. */
  pale: string
  accent: string
  seal: string
  /** Tags of the books that the colour palette suits. */
  tags: string
}

export const ink = '#1f1a17'
export const paper = '#fffdf9'

/**
 * Each entry of this table of colour palettes holds a name, five colours (deep, middle, pale, accent, seal) and the
 * tags of the books that the palette suits.
 */
const rows: [name: string, colors: string, tags: string][] = [
  ['靛青', '#22394f #5d7d97 #e8ebe8 #d9953f #b23a2a', '海洋 贸易 北欧 殖民 云贵 民族 大航海时代'],
  ['石青', '#2c6488 #7fa9bd #e9efed #e08a35 #b23a2a', '地理 全球 河流 岛屿 旅行 南欧 大洋洲 科学 隋唐'],
  ['月白', '#4f7184 #9ab3bb #edf1ee #c2613a #b23a2a', '气候 极地 北欧 俄罗斯 流亡 诗歌 青藏 东亚'],
  ['夜', '#1b2438 #5b698a #e9e8e3 #d9b564 #b23a2a', '天文 科幻 科学 数学 音乐 二十一世纪 冷战 推理 北美'],
  ['青瓷', '#56796f #9dbcae #ebf0e8 #b4553a #b23a2a', '宋元 江南 艺术 美食 闽台 荆楚 女性 先秦'],
  ['松绿', '#274538 #6d8f79 #e9ebdf #cfa04c #b23a2a', '森林 植物 自然 东北 拉丁美洲 东南亚 西欧 撒哈拉以南非洲'],
  ['竹青', '#66753f #a9b37f #eff0e0 #9c4a2e #b23a2a', '乡土 巴蜀 湘西 动物 生物 童书 成长 散文 草原'],
  ['朱砂', '#a53c2b #d3886b #f6e9dc #26323f #2a2320', '革命 战争 晚清民国 明清 政治 北京 家族 俄罗斯 民俗 戏剧'],
  ['赭石', '#96582c #cb9c69 #f5ead8 #2f5563 #b23a2a', '丝绸之路 西域 西北 考古 西亚 南亚 北非 史前 关中 中亚'],
  ['沙', '#977640 #d6c094 #f5eddc #7d3c28 #8f2f22', '沙漠 中亚 北非 探险 古典世界 秦汉 游记 塞北 撒哈拉以南非洲'],
  ['绛紫', '#58334b #977089 #f1e8e6 #d0a04a #b23a2a', '爱情 中世纪 宗教 音乐 女性 南亚 启蒙时代 西欧'],
  ['藕荷', '#a4606a #d3a5a2 #f6ebe6 #2f4f52 #8f2f3c', '爱情 女性 成长 东亚 童书 绘本 二十一世纪 岭南'],
  [
    '墨',
    '#2a2522 #7b7268 #f4efe6 #b23a2a #b23a2a',
    '思想 哲学 历史 语言 经典 魏晋南北朝 世界大战 社会 晚清民国 先秦 十九世纪',
  ],
  ['藤黄', '#b9801f #e4c47c #faf1db #2a3c4e #8f2f22', '当代中国 经济 童书 寓言神话 岭南 拉丁美洲 青藏 教育 文艺复兴'],
  [
    '茶褐',
    '#57402f #9d8168 #f2e9dc #4d7a6c #b23a2a',
    '中原 华北 山岳 人类学 建筑 传记 回忆录 古典世界 中东欧 齐鲁 云贵',
  ],
  ['烟灰', '#4a5154 #939a98 #edece6 #c7542f #b23a2a', '城市 建筑 技术 社会 移民 冷战 中东欧 医学 港澳 十九世纪 战争'],
]

export const palettes: Palette[] = rows.map(([name, colors, tags]) => {
  const [deep = ink, middle = ink, pale = paper, accent = ink, seal = ink] = colors.split(' ')
  return { name, deep, middle, pale, accent, seal, tags }
})

/**
 * How a cover pattern uses the colour palette: `bold` and `quiet` draw with strong or weak contrast on a dark
 * background, `paper` on pale tinted paper, and `tint` on paper with a stronger tint.
 */
export type Scheme = 'bold' | 'quiet' | 'paper' | 'tint'

export function tonesOf({ deep, middle, pale, accent }: Palette, scheme: Scheme): Tones {
  if (scheme === 'bold') return { ground: deep, line: pale, soft: middle, accent }
  if (scheme === 'quiet') return { ground: deep, line: middle, soft: mix(deep, middle, 0.45), accent }
  if (scheme === 'tint') return { ground: mix(pale, middle, 0.5), line: deep, soft: mix(pale, middle, 0.05), accent }
  return { ground: pale, line: deep, soft: mix(pale, middle, 0.75), accent }
}
