import { numeralSigns, readNumeral } from './chinese-number.ts'

export interface Heading {
  /** 1 for volumes and parts, 2 for chapters. */
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
/** What joins a number to a title. */
const joined = /^[\s　:：·.、．—\-_|]/
/** A sentence about a chapter, not a chapter. */
const sentence = /[。！？；，…”」]$|[。！？；]./
const notTitle = /^(?:分(?![\s：:])|合|课|课文|部分|的|里|裡|中|是|了|之|团|队|员|目|性|数|气|在|与|和|到|至|、第)/

interface Line {
  text: string
  heading: Heading | null
}

/** Which lines are headings: by their form, and, where a title follows without a gap, by the number going on from the one before. */
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
  const [, , ordinal, unit = '', ofVolume, latin, rest = ''] = match
  const kind = ofVolume !== undefined ? '卷' : latin !== undefined ? '章' : unit
  const number = latin === undefined ? readNumeral(ordinal ?? ofVolume ?? '') : Number(latin)
  if (number === null || sentence.test(rest)) return null
  const before = last.get(kind)
  const goesOn = number === 1 || before === undefined || number === before + 1 || number === before
  const isApart = rest === '' || joined.test(rest)
  if (!isApart && (notTitle.test(rest) || !goesOn || [...rest].length > 30)) return null
  // `卷` alone begins many a word: 卷一 is a heading where nothing or a gap follows.
  if (ofVolume !== undefined && !isApart) return null
  last.set(kind, number)
  const isVolume = volume.includes(kind) && !/[章回节節]/.test(rest)
  return { level: isVolume ? 1 : 2, title: text.replace(/^正文\s*/, '') }
}

function readNamed(text: string): Heading | null {
  if ([...text].length > 30 || !named.test(text) || sentence.test(text)) return null
  return { level: 2, title: text }
}
