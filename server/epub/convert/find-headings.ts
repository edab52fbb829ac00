import { numeralSigns, readNumeral } from './chinese-number.ts'

export interface Heading {
  /** The level of the heading: 1 for volumes and parts, 2 for chapters. */
  level: 1 | 2
  title: string
}

const volume = '卷部集篇编編'
const chapter = '章回节節折幕话話'
const numbered = new RegExp(
  `^(?:正文\\s*)?(第\\s*([${numeralSigns}]{1,9})\\s*([${volume}${chapter}])|卷(?:之)?\\s*([${numeralSigns}]{1,9})|Chapter\\s+(\\d{1,4}))(.*)$`,
  'i',
)
const named =
  /^(序|序言|序章|自序|原序|前言|引言|引子|楔子|题记|題記|卷首语|后记|後記|尾声|尾聲|终章|終章|跋|附录|附錄|番外|结语|結語|凡例|作者的话)(篇|章)?((?:[\s　:：·.、—-]|[（(]|[一二三四五六七八九十\d]).*)?$/
/** Characters that may separate the number from the title in a chapter heading. */
const separator = /^[\s　:：·.、．—\-_|]/
/** Punctuation which shows that a line is a sentence mentioning a chapter, and not a chapter heading. */
const sentence = /[。！？；，…”」]$|[。！？；]./
const notTitle = /^(?:分(?![\s：:])|合|课|课文|部分|的|里|裡|中|是|了|之|团|队|员|目|性|数|气|在|与|和|到|至|、第)/

interface Line {
  text: string
  heading: Heading | null
}

/**
 * Finds the lines of a plain text that are chapter headings. A heading whose title follows the number without a
 * separator is accepted only if its number continues the numbering.
 */
export function findHeadings(lines: string[]): Line[] {
  const last = new Map<string, number>()
  return lines.map((raw) => {
    const text = raw.replace(/[\u3000\s]+/g, ' ').trim()
    return { text, heading: text.length > 60 || text === '' ? null : (readNumbered(text, last) ?? readNamed(text)) }
  })
}

function readNumbered(text: string, last: Map<string, number>): Heading | null {
  const match = numbered.exec(text)
  if (match === null) return null
  const [, , ordinal, unit = '', volumeNumber, latinNumber, rest = ''] = match
  const kind = volumeNumber !== undefined ? '卷' : latinNumber !== undefined ? '章' : unit
  const number = latinNumber === undefined ? readNumeral(ordinal ?? volumeNumber ?? '') : Number(latinNumber)
  if (number === null || sentence.test(rest)) return null
  const previous = last.get(kind)
  const continuesNumbering = number === 1 || previous === undefined || number === previous + 1 || number === previous
  const isSeparated = rest === '' || separator.test(rest)
  if (!isSeparated && (notTitle.test(rest) || !continuesNumbering || [...rest].length > 30)) return null
  // Many ordinary words start with 卷 (volume), so 卷一 is a heading only if a separator or nothing follows it.
  if (volumeNumber !== undefined && !isSeparated) return null
  last.set(kind, number)
  const isVolume = volume.includes(kind) && !/[章回节節]/.test(rest)
  return { level: isVolume ? 1 : 2, title: text.replace(/^正文\s*/, '') }
}

function readNamed(text: string): Heading | null {
  if ([...text].length > 30 || !named.test(text) || sentence.test(text)) return null
  return { level: 2, title: text }
}
