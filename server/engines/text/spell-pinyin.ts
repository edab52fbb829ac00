import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { foldPlainly, runsOf } from './fold-text.ts'
import { plainPinyin } from './pinyin-syllables.ts'

/** Pinyin readings that the dictionary lacks, or for which it returns a more common reading. */
const readings: Record<string, string> = {
  朝花: 'zhāo huā',
  还珠: 'huán zhū',
  会稽: 'kuài jī',
  校书: 'jiào shū',
  校勘: 'jiào kān',
  解缙: 'xiè jìn',
  地藏: 'dì zàng',
  青藏: 'qīng zàng',
  大宛: 'dà yuān',
  尉迟: 'yù chí',
  万俟: 'mò qí',
  重返: 'chóng fǎn',
  重读: 'chóng dú',
  重走: 'chóng zǒu',
  曾国: 'zēng guó',
  曾纪: 'zēng jì',
  曾巩: 'zēng gǒng',
  曾参: 'zēng shēn',
  曾朴: 'zēng pǔ',
  校注: 'jiào zhù',
  校释: 'jiào shì',
  校笺: 'jiào jiān',
  校证: 'jiào zhèng',
  校订: 'jiào dìng',
  校点: 'jiào diǎn',
  集校: 'jí jiào',
  重评: 'chóng píng',
  重写: 'chóng xiě',
  重估: 'chóng gū',
  重建: 'chóng jiàn',
  重释: 'chóng shì',
  重访: 'chóng fǎng',
  重探: 'chóng tàn',
  藏传: 'zàng chuán',
  大都会: 'dà dū huì',
  陈省身: 'chén xǐng shēn',
  茜茜: 'xī xī',
  吁天: 'yù tiān',
  单田芳: 'shàn tián fāng',
  贾平凹: 'jiǎ píng wā',
}

/**
 * Characters whose pinyin depends on the neighbouring characters: each reading with a pattern of the contexts in which
 * it applies.
 */
const rules: { sound: string; where: RegExp }[] = [
  // The character 传 is read zhuàn in biographies (水浒传, 左传, 传记), and chuán where something is passed on (流传, 传习录).
  { sound: 'zhuan', where: /(?<![流宣遗相家言谣口祖])传(?=$|记|略)/gu },
  // The character 都 is read dū in names of cities (京都, 都柏林), and dōu where it means "all".
  { sound: 'du', where: /都(?![是在要会有能不没可想])/gu },
]
const personRules = [{ sound: 'zeng', where: /曾/gu }]

/** Phrases of two to four characters whose reading differs from the most common readings of their characters. */
const polyphones = join(import.meta.dirname, 'polyphones.txt')

type Spell = typeof import('pinyin-pro').pinyin
let spell: Promise<Spell> | undefined

/**
 * Loads the pinyin dictionary on first use, because it is large. Only index updates and the search for typos need it.
 */
async function loadDictionary(): Promise<Spell> {
  const [{ customPinyin, pinyin }, phrases] = await Promise.all([import('pinyin-pro'), readFile(polyphones, 'utf8')])
  const lines = phrases.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  customPinyin(
    Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])),
  )
  customPinyin(readings)
  return pinyin
}

/** Caches the pinyin of texts, because the names of people, tags and places recur in many books. */
const spelled = new LRUCache<string, string[]>({ max: 5000 })

/**
 * Returns the pinyin without tones of each Chinese character of a text, in order. With `isPerson`, the text is the name
 * of a person, and a surname at its beginning gets the reading that it has as a surname.
 */
export async function spellPinyin(source: string, isPerson = false): Promise<string[]> {
  const key = `${isPerson} ${source}`
  const sounds = spelled.get(key) ?? (await spellText(source, isPerson))
  spelled.set(key, sounds)
  return sounds
}

async function spellText(source: string, isPerson: boolean): Promise<string[]> {
  const han = runsOf(foldPlainly(source)).filter((run) => run.isHan)
  if (han.length === 0) return []
  spell ??= loadDictionary()
  const pinyin = await spell
  return han.flatMap(({ text }) => {
    const sounds = pinyin(text, {
      toneType: 'none',
      type: 'array',
      v: true,
      toneSandhi: false,
      // Transliterated names (查尔斯·达尔文) do not start with a Chinese surname, so their first character has its usual
      // reading.
      surname: isPerson && !source.includes('·') ? 'head' : 'off',
    }).map((sound) => plainPinyin(sound.replace(/[^a-z]/g, '')))
    for (const { sound, where } of isPerson ? [...rules, ...personRules] : rules) {
      for (const { index } of text.matchAll(where)) sounds[countCharacters(text.slice(0, index))] = sound
    }
    return sounds
  })
}

const countCharacters = (text: string) => [...text].length
