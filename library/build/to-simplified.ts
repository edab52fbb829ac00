import { Converter } from 'opencc-js'
import type { TextPart } from './text-work.ts'
import { toStandardCharacters } from './variant-characters.ts'

const convert = Converter({ from: 't', to: 'cn' })
/**
 * Converts titles and authors' names to traditional characters; the list of books has them in simplified characters.
 */
export const toTraditional = Converter({ from: 'cn', to: 't' })

/**
 * Characters that stay unchanged in the conversion to simplified characters: the converter would replace them, although
 * they are separate words in old texts (采蘋, 拚飞, 有靦面目).
 */
const ownCharacters = new Set('拚旂蘋靦鼂孋筴摺郤')

/** Matches the phrases in which 閒 means 间 (between); everywhere else 閒 means 闲 (at leisure). */
const between = /(?<=之|墦|连得|連得|蹊|承)閒|閒(?=不能以寸|不用|曰：|耳。)/g

/** Characters and words after 沈 that show that it is a surname. */
const afterSurname =
  '氏|隐侯|约|郎|谢|宋|东阳|四[山著逸]|八[中丈刘]|大[夫网]|驸马|公幕|处士|褒秀|尚书|居士|亚之|学士|子[归明]|中丞|' +
  '太清|兴宗|佺|扬|臂|平笙|侯|十|生隐|犹[行有]|杨二|弟|之秦|早|范|鲍|君|腰|人。|韩杨|同[问以]|寇|契'

/** Replacements made after the automatic conversion to simplified characters, mostly of its mistakes in old texts. */
const inOldTexts: [RegExp, string][] = [
  [/「/g, '“'],
  [/」/g, '”'],
  [/『/g, '‘'],
  [/』/g, '’'],
  // The character 於 stays in 於菟 (a tiger), 於戏 (alas) and the names 商於, 於陵, 於微闾 and 樊於期.
  [/(?<!樊)於(?![菟戏戲]|微闾)/g, '于'],
  [/于(?=陵)|(?<=商)于(?=[朝新路地战多]|$)/g, '於'],
  // The character 沈 stays only as a surname and in names; everywhere else it means 沉.
  [new RegExp(`(?<!实)沈(?!${afterSurname})|(?<=幽)沈`, 'g'), '沉'],
  // The surname 麴 is 麹; the simplified form of the same character as a word (yeast) is 曲.
  [/曲(?=令抚|生[访住]|二秀才|大判官|十?少府)/g, '麹'],
  [/菸(?![邑黄])/g, '烟'],
  [/炖煌/g, '敦煌'],
  [/潋艳/g, '潋滟'],
  [/髣髴/g, '仿佛'],
  [/码碯/g, '玛瑙'],
  [/句(?=[留引])/g, '勾'],
  [/(?<=[刀两])鎗/g, '枪'],
  // The character 諠 means 谖 (to forget) here; everywhere else it is a variant of 喧.
  [/(?<=终不可)諠/g, '谖'],
  // 食野之苹 is another plant than the 蘋 that grows on water; sources in simplified characters have 苹 for both.
  [/(?<!野之|食|[苹蘋])苹(?!甘|苹)/g, '蘋'],
  // The character 徵 stays where it is a note of the old musical scale or a part of a name; its simplified form 征 would
  // have another meaning.
  [/(?<=[宫清变流含嚼])征(?=[，。、；？！”羽商角招生不含]|$)/g, '徵'],
  [/(?<=起草|道流)徵/g, '征'],
  [/征招(?=、?角招)/g, '徵招'],
  [/(?<=江含|王武|文)征(?=[曰日仲])/g, '徵'],
  // In the phrases that the next patterns match, the character 乾 means heaven; its simplified form 干 would mean dry.
  [/《干》/g, '《乾》'],
  [/(?<=[锦绵]连|著连|，连)干(?=[，。]|许|复|$)/g, '乾'],
  [/道干知退/g, '道乾知退'],
  [/干降瑞/g, '乾降瑞'],
  // In the phrases that the next pattern matches, the character 榖 means a tree; its simplified form 谷 would mean grain.
  [/(?<=集于|下维)谷(?=[，。])/g, '榖'],
  // The character 着 replaces 著 only where a neighbouring character leaves no doubt; 著书, 昭著 and similar words keep 著.
  [/(?<=[无倒穿看守抱敛皱偎倚随醉睡试衬])著(?![书述作论，。])/g, '着'],
  [/著(?=[意处雨露衣破鞭柳酒我霜人])/g, '着'],
]

/**
 * Converts a text to the simplified standard characters of mainland China. Sources that claim to be simplified are
 * converted as well, because they mix both scripts. A traditional character is retained if its simplified form is
 * missing from most fonts.
 */
export function toSimplified(text: string): string {
  // The converter writes 合 for 閤 and 链 for 鍊, which in old texts are other characters for 阁 and 炼.
  const before = [...text.replace(between, '間').replace(/閤/g, '閣').replace(/鍊/g, '煉')]
  const after = [...convert(before.join(''))]
  const converted =
    before.length === after.length
      ? after.map((sign, at) => (isKept(before[at] ?? '', sign) ? before[at] : sign)).join('')
      : after.join('')
  return toStandardCharacters(inOldTexts.reduce((all, [wrong, right]) => all.replace(wrong, right), converted))
}

function isKept(before: string, after: string) {
  return ownCharacters.has(before) || (isRare(after) && !isRare(before))
}

/**
 * Returns whether a character lies outside the Basic Multilingual Plane of Unicode, whose other planes most fonts do
 * not support.
 */
function isRare(sign: string) {
  return (sign.codePointAt(0) ?? 0) > 0xffff
}

/** Converts a part of a text, with its headings and comments, to simplified characters. */
export function simplifyPart({ title, pieces }: TextPart): TextPart {
  return {
    title: toSimplified(title),
    pieces: pieces.map((piece) => ({
      ...piece,
      title: piece.title && toSimplified(piece.title),
      lines: piece.lines.map(toSimplified),
      ...(piece.by !== undefined && { by: toSimplified(piece.by) }),
      ...(piece.comments && { comments: piece.comments.map(toSimplified) }),
    })),
  }
}
