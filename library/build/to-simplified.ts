import { Converter } from 'opencc-js'
import { toStandardCharacters } from './variant-characters.ts'

const convert = Converter({ from: 't', to: 'cn' })
/** For titles and names, which the list of works gives in simplified characters. */
export const toTraditional = Converter({ from: 'cn', to: 't' })

/** Characters that the converter takes for others, although they are words of their own in old texts (采蘋, 拚飞, 有靦面目). */
const ownCharacters = new Set('拚旂蘋靦菸鼂孋筴摺')

/** 閒 is 间 (between) in these phrases; everywhere else it is 闲 (at leisure). */
const between = /(?<=之|墦|连得|連得|蹊|承)閒|閒(?=不能以寸|不用|曰：|耳。)/g

/** Corrections of what the converter makes of old texts. */
const inOldTexts: [RegExp, string][] = [
  [/「/g, '“'],
  [/」/g, '”'],
  [/『/g, '‘'],
  [/』/g, '’'],
  [/於(?![菟戏戲])/g, '于'],
  [/沈(?=吟|沈|香|醉|浮|沦|埋|冥|水|郁|鱼|舟|竿)/g, '沉'],
  // 徵 is a note of the old scale, and a part of names; as 征 it would mean something else.
  [/(?<=[宫清变流含嚼])征(?=[，。、；？！”羽商角招生不含]|$)/g, '徵'],
  [/征招(?=、?角招)/g, '徵招'],
  [/(?<=江含|王武|文)征(?=[曰日仲])/g, '徵'],
  // 乾 is heaven here, not dry.
  [/《干》/g, '《乾》'],
  [/(?<=[锦绵]连|著连|，连)干(?=[，。]|许|复|$)/g, '乾'],
  [/道干知退/g, '道乾知退'],
  [/干降瑞/g, '乾降瑞'],
  // 榖 is a tree here, not grain.
  [/(?<=集于|下维)谷(?=[，。])/g, '榖'],
  // 着 where the word before or after leaves no doubt; in 著书, 昭著 and the like 著 stays.
  [/(?<=[无倒穿看守抱敛皱偎倚随醉睡试衬])著(?![书述作论，。])/g, '着'],
  [/著(?=[意处雨露衣破鞭柳酒我霜人])/g, '着'],
]

/**
 * Converts a text to the simplified and standard characters of mainland China. Sources that call themselves simplified go
 * through it too, since they mix the scripts. A traditional character stays where its simplified form is one that hardly any
 * font shows.
 */
export function toSimplified(text: string): string {
  const before = [...text.replace(between, '間')]
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

/** Outside the plane that fonts cover. */
function isRare(sign: string) {
  return (sign.codePointAt(0) ?? 0) > 0xffff
}
