import { foldText } from './fold-text.ts'

/**
 * The words around the subject of a request, such as 有没有关于…的书. Longer alternatives stand before shorter ones. All
 * texts are in the folded form of foldText, in which 《》 and other punctuation are spaces.
 */
const wish =
  '(?:请问|请|帮我|给我|麻烦)?(?:我们?|俺)?(?:很|特别|最近|一直)?(?:想要?|要|需要|喜欢|打算)?(?:看看|看|读读|读|找找|找|寻找|买|借|搜索|搜|查找|查|了解|学习|学)(?:一下|一本|几本|一些|一点|点|本|些|到)?(?:关于|有关|书名叫|书名是|名叫|叫做|叫)?'
const opening = new RegExp(
  `^(?:${[
    wish,
    '(?:请问|求问)?(?:有没有|有什么|有哪些|哪里有|哪有|有无)(?:一本|一些|几本|什么|好看|好)?(?:关于|有关|讲|介绍|写|类似|像)?',
    '(?:请问|求问|你们?这里|这里|谁)有(?:关于|有关|讲|介绍|写)?',
    '(?:老师|朋友|学校|同学|语文老师)(?:推荐|要求|布置)(?:看|读|阅读)?的?',
    '(?:请)?给我(?:来|找|推荐)?(?:一|几|两)?本',
    '(?:求|请|帮忙)?推荐(?:一下|一本|几本|一些|一点|点|本|些)?(?:关于|有关|讲)?',
    '求(?:一本|几本|一些|本|些)?(?:关于|有关|讲)?',
    '(?:几本|一些|一本|哪些|什么)(?:关于|有关|讲|适合)?',
    '(?:好看|经典|有名|著名|有趣|精彩|优秀|热门|免费|最好看?|适合[我你]们?)的?',
    '关于|有关|围绕|讲述的是|讲述|讲的是|讲|介绍|描写|描述|写的是|写|类似于|类似|好像|像|跟|和|适合|书名叫|书名是|书名|作者是|作者|主角是|书叫',
    '怎么(?:下载|看|读)|如何(?:下载|阅读)|在哪(?:里|儿)?(?:可以|能)?(?:看|读|下载|买)|哪里(?:可以|能)?(?:看|读|下载|买)到?|下载|阅读|在线阅读',
  ].join('|')}) *`,
  'u',
)

const nouns =
  '书籍|图书|书单|书|小说|作品集|作品|著作|名著|读物|文学作品|绘本故事|一类|之类|类型|类|系列|那样|这样|一样|差不多|题材'
const ending = new RegExp(
  ` *(?:${[
    `(?:的|之)?(?:好看的|好的|经典的?|最好的?)?(?:${nouns})`,
    '的(?:(?:长篇|中篇|短篇)?小说[集选]?|散文[集选]?|诗歌?[集选]?|诗词|词[集选作]?|随笔|杂文|戏剧|剧本|文集)',
    '(?:的|女|男|当代|现代|古代|著名)*(?:作家|小说家|诗人|文学家|剧作家)(?:们)?(?:的|写的?)?|(?:古典|现代|当代|经典)?文学(?:名著|经典)?',
    '(?:这|那)(?:本|部|套|个)(?:书|小说|作品)?|一书|全书|一文|原著|原文',
    '(?:pdf|epub|mobi|azw3?|txt|kindle|word|doc)',
    '(?:免费|高清|完整|精校|最新|中文|英文|简体|繁体)*(?:电子书|电子版|下载地址|下载|在线阅读|在线看|在线|全文阅读|全文|阅读|完整版|全本|全集|中文版|英文版|双语版|免费版|未删减版?|版本?|资源|网盘|百度云|百度网盘)',
    '(?:的)?(?:豆瓣评分|豆瓣|评分|书评|(?:读后感|观后感|读书笔记|作文)(?:\\d+字)?|读书心得|心得体会|心得|考点|推荐理由|笔记摘抄|好词好句|内容简介|简介|主要内容|内容|赏析|导读|解读|讲解|目录|摘抄|名句|有声书|有声小说|听书|百科|价格|多少钱|推荐|人物介绍)',
    '(?:里面?|中)?的?(?:主要人物|人物关系|人物形象|人物分析|人物|主人公|主角|男主|女主|配角)(?:介绍|分析|是谁|有哪些|有谁)?|(?:里面?|中)?(?:都)?有(?:哪些|什么)(?:人物?|故事|情节|典故|版本)',
    '(?:的)?(?:大结局|结局|剧情|情节|故事梗概|梗概|章节|精彩片段|思维导图|教案|课件|ppt|阅读理解|练习题|知识点|手抄报|名言|语录|经典语录|金句|翻译|译文|白话文|白话|注释)',
    '(?:零基础|新手|快速)?(?:入门教程|入门|自学教程|自学|教程|从入门到精通|教材|课本|题库|习题答案|答案|习题)',
    '(?:改编的?)?(?:电影版?|电视剧版?|连续剧|动画片?|漫画版?|话剧|广播剧|舞台剧|纪录片)',
    '(?:精装|平装|插图|注音|青少|少儿|典藏|珍藏|纪念|修订|增订|最新|签名|拼音|彩图|原)版|套装|全套|一套|正版|二手书?|当当|京东|亚马逊|微信读书|得到|喜马拉雅',
    '的?(?:创作|写作|时代|历史)背景|的?出版(?:社|时间|日期|年份)|(?:是)?(?:哪一?年|什么时候|哪个朝代)(?:写|出版|发表|创作)?的?',
    '适合(?:几|多大|什么)(?:年级|岁)?(?:的?(?:孩子|学生|人))?(?:看|读|阅读)?|值得(?:一)?[看读]吗?|(?:主要)?(?:讲|写|说)了?(?:一个)?什么(?:故事|内容)?|讲的是什么(?:故事|内容)?|是谁的(?:作品|书|小说)',
    '(?:的)?(?:作者是谁|作者|是谁写的|谁写的|是什么书|是什么|讲的是什么|讲了什么|讲什么|讲的什么|好看吗|怎么样|好不好|值得看吗|哪个版本好|哪个译本好|有几本|多少字|多少页)',
    '看的|读的|阅读的|写的|著的|的|吗|呢|吧|啊|呀|么|了|有哪些|有什么|有没有|哪些|推荐',
  ].join('|')})$`,
  'u',
)

const maxWords = 6

/**
 * Removes the words of a request from both ends of a typed text and returns the rest, the subject of the request:
 * `我想看关于丝绸之路的书 pdf` becomes `丝绸之路`. If only a literary form is requested (我想看小说), the form is the subject (小说). Returns
 * undefined if the text contains no words of a request, or consists of such words alone.
 */
export function subjectOf(typed: string): string | undefined {
  const { text } = foldText(typed)
  const form = hasSubject(text) ? undefined : formOf(text, '')
  if (form !== undefined) return form.word === text ? undefined : form.word
  const rest = withoutWords(text, false)
  // A single character beside a particle, as in 在吗, is no subject.
  return rest === text || (rest.length === 1 && text.length === 2) ? undefined : rest
}

/** Returns true if a text has other words than those of a request: `的书` has none. */
export function hasSubject(typed: string): boolean {
  return withoutWords(foldText(typed).text, true) !== ''
}

/**
 * Removes the words of a request from both ends of a normalized text. Unless `mayBeEmpty` is true, a word that is the
 * whole text is not removed.
 */
function withoutWords(text: string, mayBeEmpty: boolean): string {
  let rest = text
  for (let removed = 0; removed < maxWords; removed += 1) {
    const shorter = [ending, opening]
      .map((pattern) => withoutMatch(rest, pattern))
      .find((one) => one !== undefined && (mayBeEmpty || one !== ''))
    if (shorter === undefined) break
    rest = shorter
  }
  return rest
}

/** Removes the match of a pattern, but not from the middle of a Latin word. */
function withoutMatch(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text)
  if (match === null || match[0] === '') return undefined
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
  const splitsWord = /[a-z0-9]$/.test(before) && /^[a-z0-9]/.test(match[0])
  return splitsWord ? undefined : (before + after).trim()
}

/** The literary forms among the words of a request, and the tags of their books. */
const tagsOfForms: [RegExp, string[]][] = [
  [/长篇小说/u, ['长篇小说']],
  [/[中短]篇小说/u, ['中短篇小说']],
  [/小说/u, ['长篇小说', '中短篇小说']],
  [/散文|随笔|杂文/u, ['散文']],
  [/戏剧|剧本|剧作家/u, ['戏剧']],
  [/诗|词/u, ['诗歌']],
]

/** A literary form for which a request asks: its word in the request, and the tags of which a book must have one. */
export interface RequestedForm {
  word: string
  tags: string[]
}

/** Returns the literary form after the subject of a request, which may be empty: `鲁迅的散文` asks for the tag 散文. */
export function formOf(typed: string, subject: string): RequestedForm | undefined {
  const { text } = foldText(typed)
  const words = subject === '' ? text : text.slice(text.lastIndexOf(subject) + subject.length)
  const [form] = tagsOfForms.flatMap(([pattern, tags]) => {
    const word = pattern.exec(words)?.[0]
    return word === undefined ? [] : [{ word, tags }]
  })
  return form
}

/** Everyday words, and the tags of the catalogue that they stand for. */
const wordsOfTags: [RegExp, string[]][] = [
  [/小学生|中学生|青少年|孩子们?|儿童|小朋友|小孩子?|宝宝|亲子|少儿/u, ['童书']],
  [/幼儿园?|婴儿/u, ['绘本']],
  [/春秋战国|战国时?期?|夏商周|周朝|周代/u, ['先秦']],
  [/秦朝|秦代|[东西两]?汉朝|汉代|[东西两]汉/u, ['秦汉']],
  [/三国时[期代]|魏晋|[东西两]晋|南北朝/u, ['魏晋南北朝']],
  [/唐朝|唐代|隋朝|隋代|大唐|盛唐/u, ['隋唐']],
  [/[南北两]?宋朝|宋代|[南北两]宋|大宋|元朝|元代/u, ['宋元']],
  [/明朝|明代|大明|清朝|清代|大清/u, ['明清']],
  [/晚清|民国时?期?/u, ['晚清民国']],
  [/(?:19|十九)世纪/u, ['十九世纪']],
  [/(?:21|二十一)世纪/u, ['二十一世纪']],
  [/(?<!\p{Script=Han})[一二两]战|第[一二]次世界大战/u, ['世界大战']],
  [/古希腊|古罗马/u, ['古典世界']],
  [/抗日战争|抗战时?期?|抗日/u, ['晚清民国', '战争']],
  [/俄国|苏联|沙俄/u, ['俄罗斯']],
  [/拉美|南美洲?/u, ['拉丁美洲']],
  [/佛教|佛经|佛学|道教|基督教|伊斯兰教/u, ['宗教']],
  [/中医|中药|医药/u, ['医学']],
  [/进化论/u, ['生物']],
  [/经济学/u, ['经济']],
  [/社会学/u, ['社会']],
  [/植物学/u, ['植物']],
  [/大海|航海/u, ['海洋']],
  [/大山|登山|爬山/u, ['山岳']],
  [/绘画|美术|画画|画家|书法/u, ['艺术']],
  [/烹饪|做菜|菜谱|吃货|饮食/u, ['美食']],
  [/打仗|军事/u, ['战争']],
  [/恋爱|情感/u, ['爱情']],
  [/神话|寓言/u, ['寓言神话']],
  [/侦探|破案|悬疑/u, ['推理']],
  [/童话/u, ['童书']],
  [/剧本|话剧|悲剧|喜剧/u, ['戏剧']],
  [/宇宙|星空|星星/u, ['天文']],
  [/农村|乡村|乡下/u, ['乡土']],
  [/家庭/u, ['家族']],
  [/女权/u, ['女性']],
  [/商业|经商/u, ['贸易']],
  [/旅游/u, ['旅行']],
  [/诗词|古诗/u, ['诗歌']],
]

/**
 * A text in which everyday words (孩子) were replaced by tags of the catalogue (童书). `words` maps each of these tags to
 * the word that it replaced.
 */
interface NamedTags {
  text: string
  words: Map<string, string>
}

/** Replaces words by the tags that they stand for, such as 孩子 by 童书, with spaces around each tag. */
export function nameTags(text: string): NamedTags {
  const words = new Map<string, string>()
  let named = text
  for (const [pattern, tags] of wordsOfTags) {
    const word = tags.every((tag) => named.includes(tag)) ? undefined : pattern.exec(named)?.[0]
    if (word === undefined) continue
    named = named.replace(word, ` ${tags.join(' ')} `)
    for (const tag of tags) words.set(tag, word)
  }
  if (words.size === 0) return { text, words }
  return { text: named.replace(/ (?:看|读|阅读|听)?的?(?= |\p{L}|$)/gu, ' ').trim(), words }
}
