const words =
  '山河 江湖 春秋 风雨 故乡 城市 乡土 历史 世界 天下 中国 长安 洛阳 江南 塞北 草原 沙漠 海洋 岛屿 雪国 夜航 黄昏 黎明 星辰 月光 火焰 流水 落花 青春 孤独 记忆 遗忘 时光 远方 归途 旅行 漫游 笔记 日记 书信 传奇 故事 小说 诗集 散文 随笔 文集 通史 简史 地理 哲学 思想 艺术 建筑 音乐 绘画 戏剧 电影 科学 数学 天文 生物 植物 动物 医学 技术 考古 经济 贸易 政治 社会 民俗 语言 教育 美食 战争 和平 爱情 家族 女性 少年 童年 父亲 母亲 兄弟 姐妹 朋友 敌人 英雄 诗人 画家 商人 农民 士兵 将军 皇帝 宰相 僧侣 道士 侠客 书生 渔夫 樵夫 丝绸 茶叶 瓷器 纸张 铁路 运河 驿站 码头 集市 胡同 弄堂 庭院 园林 寺庙 宫殿 城墙 村庄 田野 森林 雨林 高原 盆地 峡谷 冰川 火山 银河'.split(
    ' ',
  )
const shapes = [
  '{}的{}',
  '{}{}',
  '{}与{}',
  '{}{}记',
  '论{}{}',
  '{}里的{}',
  '{}{}史',
  '最后的{}{}',
  '一个{}的{}',
  '{}在{}',
]
const surnames = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜']
const given = [...'明华文国建志永春秋月云山海清安平和思远学林松柏青石川江晓雨雪晨光子君之维新民']

/** Returns a seeded random number generator; the same seed always gives the same sequence. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export interface MadeUpBook {
  title: string
  author: string
  desc: string
}

/**
 * Makes up a book for measurements of the search. As in a real library, a few words are very common and most words are
 * rare.
 */
export function makeBook(random: () => number): MadeUpBook {
  const word = () => words[Math.floor(words.length * random() ** 2)] ?? ''
  const pick = (list: string[]) => list[Math.floor(list.length * random())] ?? ''
  // One word in three is random: two Chinese characters combined by chance.
  const rare = () => (random() < 0.33 ? pick(given) + pick(surnames) : word())
  const [before = '', between = '', after = ''] = pick(shapes).split('{}')
  const author = pick(surnames) + pick(given) + (random() < 0.8 ? pick(given) : '')
  const desc = Array.from({ length: 12 }, () => `${word()}${pick(given)}${rare()}`).join('，')
  return { title: before + rare() + between + word() + after, author, desc }
}
