import { correctParts, readCorrections } from './correct-text.ts'
import { readChapters, readContent, readSayings, readVolumes, readWhole } from './read-prose.ts'
import { readSongPoet, readTangPoet } from './read-poets.ts'
import { readFiles, readForms, readGathered } from './read-verse.ts'
import { sourceName } from './source-texts.ts'
import type { TextPart, TextWork } from './text-work.ts'
import { simplifyPart } from './to-simplified.ts'

type Script = 'simplified' | 'traditional' | 'converted'
type Read = (folder: string) => TextPart[]

const tang = '所收《全唐诗》'
const song = '所收《全宋词》'

/** The collection that the Tang poets' texts were collated with. */
const imperial = '《御定全唐诗》'
const read = 'read'
const digits = '一二三四五六七八九十'
const volumes = [...digits].map((digit, index) => ({
  file: `wudaishici/huajianji/huajianji-${index === 9 ? 'x' : index + 1}-juan`,
  title: `卷${digit}`,
}))

/**
 * All source texts, each with the kind of characters in its source. `simplified` texts ship in simplified characters
 * only, `traditional` texts in both kinds. `converted` texts also have traditional characters in the source, but a
 * program has made them with mistakes (余 as 餘, 吁 as 籲). They ship in simplified characters only, because the conversion
 * back corrects these mistakes. The column `proof` names the collections that the text was collated with, or is `read`.
 */
const texts: [
  key: string,
  title: string,
  creators: string,
  script: Script,
  load: Read,
  proof: string,
  remark?: string,
][] = [
  ['lun-yu', '论语', '孔子弟子及再传弟子', 'simplified', (f) => readChapters(f, 'lunyu/lunyu'), read],
  ['meng-zi', '孟子', '孟子', 'traditional', (f) => readChapters(f, 'sishuwujing/mengzi'), read],
  ['da-xue', '大学', '曾子', 'traditional', (f) => readChapters(f, 'sishuwujing/daxue'), read],
  ['zhong-yong', '中庸', '子思', 'traditional', (f) => readChapters(f, 'sishuwujing/zhongyong'), read],
  [
    'shi-jing',
    '诗经',
    '佚名',
    'simplified',
    (f) => readGathered(f, 'shijing/shijing', (one) => `${one.chapter}·${one.section}`),
    read,
  ],
  [
    'chu-ci',
    '楚辞',
    '屈原 宋玉',
    'simplified',
    (f) => readGathered(f, 'chuci/chuci', (one) => one.section ?? '', true),
    read,
  ],
  ['gu-wen-guan-zhi', '古文观止', '吴楚材 吴调侯', 'converted', (f) => readVolumes(f, 'mengxue/guwenguanzhi'), read],
  [
    'tang-shi-san-bai-shou',
    '唐诗三百首',
    '蘅塘退士',
    'converted',
    (f) => readForms(f, 'mengxue/tangshisanbaishou'),
    '《全唐诗》和《御定全唐诗》',
  ],
  [
    'song-ci-san-bai-shou',
    '宋词三百首',
    '朱孝臧',
    'simplified',
    (f) => readGathered(f, 'songci/宋词三百首', (one) => one.author ?? ''),
    '《全宋词》',
    '所收的本子（二百八十首）',
  ],
  [
    'qian-jia-shi',
    '千家诗',
    '谢枋得 王相',
    'converted',
    (f) => readForms(f, 'mengxue/qianjiashi'),
    '《全唐诗》和《全宋诗》',
  ],
  ['sheng-lv-qi-meng', '声律启蒙', '车万育', 'converted', (f) => readVolumes(f, 'mengxue/shenglvqimeng'), read],
  ['you-xue-qiong-lin', '幼学琼林', '程登吉', 'converted', (f) => readVolumes(f, 'mengxue/youxueqionglin'), read],
  ['zeng-guang-xian-wen', '增广贤文', '佚名', 'converted', (f) => readContent(f, 'mengxue/zengguangxianwen'), read],
  ['san-zi-jing', '三字经', '王应麟', 'converted', (f) => readWhole(f, 'mengxue/sanzijing-traditional'), read],
  ['qian-zi-wen', '千字文', '周兴嗣', 'converted', (f) => readWhole(f, 'mengxue/qianziwen', 2), read],
  ['di-zi-gui', '弟子规', '李毓秀', 'converted', (f) => readContent(f, 'mengxue/dizigui'), read],
  ['bai-jia-xing', '百家姓', '佚名', 'converted', (f) => readWhole(f, 'mengxue/baijiaxing'), read],
  ['zhu-zi-jia-xun', '朱子家训', '朱柏庐', 'converted', (f) => readWhole(f, 'mengxue/zhuzijiaxun'), read],
  ['you-meng-ying', '幽梦影', '张潮', 'simplified', (f) => readSayings(f, 'youmengying/youmengying'), read],
  ['cao-cao-shi', '曹操诗集', '曹操', 'simplified', (f) => readGathered(f, 'caocaoshiji/caocao', () => '诗'), read],
  [
    'hua-jian-ji',
    '花间集',
    '赵崇祚',
    'simplified',
    (f) => readFiles(f, volumes),
    '《全唐诗》',
    '所收的本子（四百九十八首）',
  ],
  [
    'nan-tang-er-zhu-ci',
    '南唐二主词',
    '李璟 李煜',
    'simplified',
    (f) => readGathered(f, 'wudaishici/nantang/poetrys', (one) => one.author ?? ''),
    '《全唐诗》',
  ],
  [
    'na-lan-ci',
    '纳兰词',
    '纳兰性德',
    'simplified',
    (f) => readGathered(f, 'nalanxingde/纳兰性德诗集', () => '词'),
    read,
    '所收的本子（二百五十八首）',
  ],
  ['li-tai-bai-ji', '李太白诗', '李白', 'traditional', (f) => readTangPoet(f, '李白'), imperial, tang],
  ['du-gong-bu-ji', '杜工部诗', '杜甫', 'traditional', (f) => readTangPoet(f, '杜甫'), imperial, tang],
  ['wang-you-cheng-ji', '王右丞诗', '王维', 'traditional', (f) => readTangPoet(f, '王維'), imperial, tang],
  ['bai-xiang-shan-shi', '白香山诗集', '白居易', 'traditional', (f) => readTangPoet(f, '白居易'), imperial, tang],
  ['li-yi-shan-shi', '李义山诗集', '李商隐', 'traditional', (f) => readTangPoet(f, '李商隱'), imperial, tang],
  ['fan-chuan-shi', '樊川诗集', '杜牧', 'traditional', (f) => readTangPoet(f, '杜牧'), imperial, tang],
  ['meng-hao-ran-ji', '孟浩然集', '孟浩然', 'traditional', (f) => readTangPoet(f, '孟浩然'), imperial, tang],
  ['chang-gu-ji', '昌谷集', '李贺', 'traditional', (f) => readTangPoet(f, '李賀'), imperial, tang],
  ['chang-li-shi', '韩昌黎诗集', '韩愈', 'traditional', (f) => readTangPoet(f, '韓愈'), imperial, tang],
  ['liu-he-dong-shi', '柳河东诗集', '柳宗元', 'traditional', (f) => readTangPoet(f, '柳宗元'), imperial, tang],
  ['liu-meng-de-shi', '刘梦得诗集', '刘禹锡', 'traditional', (f) => readTangPoet(f, '劉禹錫'), imperial, tang],
  ['cen-jia-zhou-shi', '岑嘉州诗集', '岑参', 'traditional', (f) => readTangPoet(f, '岑參'), imperial, tang],
  ['gao-chang-shi-shi', '高常侍诗集', '高适', 'traditional', (f) => readTangPoet(f, '高適'), imperial, tang],
  ['wang-chang-ling-shi', '王昌龄诗集', '王昌龄', 'traditional', (f) => readTangPoet(f, '王昌齡'), imperial, tang],
  ['dong-po-yue-fu', '东坡乐府', '苏轼', 'simplified', (f) => readSongPoet(f, '苏轼'), read, song],
  ['jia-xuan-ci', '稼轩长短句', '辛弃疾', 'simplified', (f) => readSongPoet(f, '辛弃疾'), read, song],
  ['shu-yu-ci', '漱玉词', '李清照', 'simplified', (f) => readSongPoet(f, '李清照'), read, song],
  ['yue-zhang-ji', '乐章集', '柳永', 'simplified', (f) => readSongPoet(f, '柳永'), read, song],
  ['zhu-yu-ci', '珠玉词', '晏殊', 'simplified', (f) => readSongPoet(f, '晏殊'), read, song],
  ['xiao-shan-ci', '小山词', '晏几道', 'simplified', (f) => readSongPoet(f, '晏几道'), read, song],
  ['pian-yu-ci', '片玉词', '周邦彦', 'simplified', (f) => readSongPoet(f, '周邦彦'), read, song],
  ['bai-shi-ci', '白石道人词', '姜夔', 'simplified', (f) => readSongPoet(f, '姜夔'), read, song],
  ['huai-hai-ci', '淮海词', '秦观', 'simplified', (f) => readSongPoet(f, '秦观'), read, song],
  ['liu-yi-ci', '六一词', '欧阳修', 'simplified', (f) => readSongPoet(f, '欧阳修'), read, song],
]

/** Reads every text that the program ships, from the unpacked source package in `folder`. */
export function readWorks(folder: string): TextWork[] {
  return texts.map(([key, title, creators, script, load, proof, remark]) => {
    const shipsTraditional = script === 'traditional'
    const parts = shipsTraditional ? load(folder) : load(folder).map(simplifyPart)
    return {
      key,
      title,
      creators: creators.split(' '),
      collection: /《(.+)》/.exec(remark ?? '')?.[1] ?? title,
      edition: nameEdition(remark),
      origin: nameOrigin(remark) + nameProof(proof),
      source: `电子文本来自 npm 软件包 ${sourceName}（© 2016 JackeyGao，MIT 许可），由知图排版。${nameProof(proof)}`,
      shipsTraditional,
      parts: correctParts(parts, readCorrections(key)),
    }
  })
}

/** Names the edition of a text for its title page; the colophon of the EPUB names the package and its licence too. */
function nameEdition(remark?: string): string {
  const { collection, extent } = readRemark(remark)
  return collection === undefined
    ? `底本：chinese-poetry 整理的电子本${extent}。`
    : `底本：${collection}，据 chinese-poetry 整理的电子本。`
}

/** Names the edition of a text, and who made the electronic text, for the page of the book. */
function nameOrigin(remark?: string): string {
  const { collection, extent } = readRemark(remark)
  const made = `电子本${extent}由众人合作的古诗词项目 chinese-poetry 整理，知图排版。`
  return collection === undefined ? made : `底本：${collection}。${made}`
}

/** Says how far a text has been proofread, in its colophon and on the page of the book. */
function nameProof(proof: string): string {
  return proof === read
    ? '知图通读一遍，改正了误字，没有别本可校。'
    : `知图用${proof}逐句对校，那里没有的通读一遍，改正了误字；可通的异文仍从底本。`
}

/** Reads the printed collection and the number of poems from the remark on a text. */
function readRemark(remark = ''): { collection: string | undefined; extent: string } {
  const [collection] = /《.+》/.exec(remark) ?? []
  const [extent = ''] = /（.+）/.exec(remark) ?? []
  return { collection, extent }
}
