import { foldText, runsOf } from './fold-text.ts'
import { plainPinyin } from './pinyin-syllables.ts'

/** Readings the dictionary does not know, or takes for the commoner one. */
const readings: Record<string, string> = {
  还珠: 'huán zhū',
  会稽: 'kuài jī',
  校书: 'jiào shū',
  校勘: 'jiào kān',
  解缙: 'xiè jìn',
  地藏: 'dì zàng',
  重返: 'chóng fǎn',
  重读: 'chóng dú',
  重走: 'chóng zǒu',
  浒传: 'hǔ zhuàn',
  王传: 'wáng zhuàn',
  人传: 'rén zhuàn',
  翘传: 'qiáo zhuàn',
  香传: 'xiāng zhuàn',
  花列传: 'huā liè zhuàn',
  别传: 'bié zhuàn',
  岛传: 'dǎo zhuàn',
  曾国藩: 'zēng guó fān',
  曾国荃: 'zēng guó quán',
  曾纪泽: 'zēng jì zé',
  曾巩: 'zēng gǒng',
  曾参: 'zēng shēn',
  曾朴: 'zēng pǔ',
  郦道元: 'lì dào yuán',
  单田芳: 'shàn tián fāng',
  万俟: 'mò qí',
}

type Spell = typeof import('pinyin-pro').pinyin
let spell: Promise<Spell> | undefined

/** The dictionary is large: it is loaded when something is written to the index, or a slip of the pen is looked for. */
async function loadDictionary(): Promise<Spell> {
  const { customPinyin, pinyin } = await import('pinyin-pro')
  customPinyin(readings)
  return pinyin
}

/** How each Chinese character of a folded text is spelled, in order; people's names are read as names. */
export async function spellPinyin(source: string, isPerson = false): Promise<string[]> {
  const { text } = foldText(source)
  const han = runsOf(text).filter((run) => run.isHan)
  if (han.length === 0) return []
  spell ??= loadDictionary()
  const pinyin = await spell
  return han.flatMap((run) =>
    pinyin(run.text, {
      toneType: 'none',
      type: 'array',
      v: true,
      toneSandhi: false,
      surname: isPerson ? 'head' : 'off',
    }).map((sound) => plainPinyin(sound.replace(/[^a-z]/g, ''))),
  )
}
