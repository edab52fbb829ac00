import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { indexNames } from '#server/search/index/index-names.ts'
import { rebalanceTiers } from '#server/search/index/rebalance-tiers.ts'
import { nameTokens, textTokens, titleTokens } from '#server/engines/text/search-tokens.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import { createPatientDatabase } from './patient-database.ts'

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

export interface SyntheticBook {
  title: string
  author: string
  desc: string
}

/** Makes up a book for search benchmarks. As in a real library, a few words are very common and most words are rare. */
export function makeBook(random: () => number): SyntheticBook {
  const word = () => words[Math.floor(words.length * random() ** 2)] ?? ''
  const pick = (list: string[]) => list[Math.floor(list.length * random())] ?? ''
  // One word in three is random: two Chinese characters combined by chance.
  const rare = () => (random() < 0.33 ? pick(given) + pick(surnames) : word())
  const [before = '', between = '', after = ''] = pick(shapes).split('{}')
  const author = pick(surnames) + pick(given) + (random() < 0.8 ? pick(given) : '')
  const desc = Array.from({ length: 12 }, () => `${word()}${pick(given)}${rare()}`).join('，')
  return { title: before + rare() + between + word() + after, author, desc }
}

interface LibraryDatabase {
  db: Db
  /** The books of the catalogue, which are not in the search index. */
  catalogIds: string[]
  /** Some of the made-up books in the database, from which search queries are made. */
  samples: SyntheticBook[]
}

/** Number of different made-up books. A library with more books contains each of them several times. */
export const different = 100_000
const inFirstTier = 20_000
const greatest = 1000

/**
 * Returns the smallest popularity of a book in tier 0 of the search index, which contains the popular books and is
 * searched first. As with real numbers of likes, a few books are very popular and most are not.
 */
const firstTierFrom = (count: number) => Math.floor(greatest * (1 - inFirstTier / count) ** 6)

/** Creates a database with a hundred thousand made-up books. */
export async function createLibrary(): Promise<LibraryDatabase> {
  const { db } = await createPatientDatabase()
  const catalog = await db.selectFrom('book').select('id').orderBy('id').execute()
  await sql`truncate search_book`.execute(db)
  await dropIndexes(db)
  const random = randomFrom(42)
  const books = Array.from({ length: different }, () => makeBook(random))
  for (let start = 0; start < books.length; start += 1000)
    await writeBooks(db, books.slice(start, start + 1000), random)
  await makeIndexes(db)
  await indexAuthors(db)
  await rebalanceTiers(db)
  await sql`vacuum analyze`.execute(db)
  return { db, catalogIds: catalog.map(({ id }) => id), samples: books.filter((_, at) => at % (different / 400) === 0) }
}

/**
 * Multiplies the number of books in the database by `times`. As in a real library, the number of different words hardly
 * grows, so a search finds more books for each word.
 */
export async function growLibrary(db: Db, times: number) {
  const tier = firstTierFrom(different * times)
  await dropIndexes(db)
  await db.connection().execute(async (db) => {
    await sql`create temporary table again as select book_id, gen_random_uuid() as id from search_book cross join generate_series(2, ${times}::integer)`.execute(
      db,
    )
    await sql`insert into book (id, title, authors, "desc") select again.id, title, authors, "desc" from again join book on book.id = book_id`.execute(
      db,
    )
    await sql`insert into search_book (book_id, folded, pinyin, names, tokens, weight, tier)
      select id, folded, pinyin, names, tokens, drawn, case when drawn >= ${tier} then 0 else 1 end
      from (select again.id, folded, pinyin, names, tokens, floor(${greatest} * random() ^ 6)::integer as drawn
        from again join search_book using (book_id)) made`.execute(db)
  })
  await sql`update search_book set tier = 1 where tier = 0 and weight < ${tier}`.execute(db)
  await makeIndexes(db)
  await sql`vacuum analyze`.execute(db)
}

async function writeBooks(db: Db, books: SyntheticBook[], random: () => number) {
  const rows = await Promise.all(books.map((book) => toRow(book, random)))
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name])
  await sql`insert into book (id, title, authors, "desc")
    select id, title, array[author], about from unnest(${column('id')}::uuid[], ${column('title')}::text[], ${column('author')}::text[], ${column('desc')}::text[])
      as made(id, title, author, about)`.execute(db)
  await sql`insert into search_book (book_id, folded, pinyin, names, tokens, weight, tier)
    select id, title, pinyin, names, array_to_tsvector(string_to_array(tokens, ' ')), weight,
      case when weight >= ${firstTierFrom(different)} then 0 else 1 end
    from unnest(${column('id')}::uuid[], ${column('title')}::text[], ${column('pinyin')}::text[], ${column('names')}::jsonb[], ${column('tokens')}::text[], ${column('weight')}::integer[])
      as made(id, title, pinyin, names, tokens, weight)`.execute(db)
}

async function toRow({ title, author, desc }: SyntheticBook, random: () => number) {
  const sounds = await spellPinyin(title)
  const authorSounds = await spellOnce(author)
  const tokens = new Set([
    ...nameTokens({ text: title, sounds }),
    ...titleTokens({ text: title, sounds }),
    ...nameTokens({ text: author, sounds: authorSounds }),
    ...textTokens(desc),
  ])
  const names = [
    ['title', title, sounds.join(' ')],
    ['author', author, authorSounds.join(' ')],
  ]
  const weight = Math.floor(greatest * random() ** 6)
  return {
    id: newId(),
    title,
    author,
    desc,
    pinyin: sounds.join(''),
    names: JSON.stringify(names),
    tokens: [...tokens].join(' '),
    weight,
  }
}

const spelled = new Map<string, string[]>()

async function spellOnce(author: string): Promise<string[]> {
  const known = spelled.get(author) ?? (await spellPinyin(author, true))
  spelled.set(author, known)
  return known
}

async function dropIndexes(db: Db) {
  await sql`drop index search_book_tokens_idx, search_book_first_weight_book_id_idx, search_book_folded_book_id_idx,
    search_book_pinyin_book_id_idx`.execute(db)
}

/**
 * Creates the search indexes that `server/platform/db/migrations/0004-search.sql` defines. Creating them on a full
 * table is faster than maintaining them while books are inserted.
 */
async function makeIndexes(db: Db) {
  await db.connection().execute(async (db) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(db)
    await sql`create index search_book_folded_book_id_idx on search_book (folded, book_id)`.execute(db)
    await sql`create index search_book_pinyin_book_id_idx on search_book (pinyin, book_id)`.execute(db)
    await sql`create index search_book_first_weight_book_id_idx on search_book_first (weight desc, book_id desc)`.execute(
      db,
    )
    await sql`create index search_book_tokens_idx on search_book using gin (tokens) with (fastupdate = off)`.execute(db)
  })
}

/**
 * Makes a person of every made-up author, each with a pen name and a name in Latin letters, and adds all people to the
 * search index.
 */
async function indexAuthors(db: Db) {
  await sql`insert into person (id, name)
    select gen_random_uuid(), authors[1] from book join search_book on book_id = id group by authors[1]
    on conflict (name) do nothing`.execute(db)
  await sql`insert into book_author (book_id, position, person_id)
    select book_id, 1, person.id from book join search_book on book_id = book.id join person on person.name = authors[1]`.execute(
    db,
  )
  await sql`insert into person_name (person_id, name, kind, position)
    select id, name || '居士', 'pen', 0 from person union all
    select id, 'Author ' || substr(md5(name), 1, 8), 'original', 1 from person on conflict do nothing`.execute(db)
  const people = await db.selectFrom('person').select('id').execute()
  for (let start = 0; start < people.length; start += 2000)
    await indexNames(
      db,
      people.slice(start, start + 2000).map(({ id }) => ({ kind: 'person', id })),
    )
}
