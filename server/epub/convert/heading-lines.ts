import type { HeadingStyle } from '#shared/text-choice.ts'
import { numeralSigns, readNumeral } from './chinese-number.ts'
import { readLatinNumber } from './latin-number.ts'

export interface Heading {
  /** The index of the heading's line in the text. */
  line: number
  /** The level of the heading: 1 for volumes and parts, 2 for chapters. */
  level: 1 | 2
  title: string
  /**
   * Whether the heading has the number or sign by which its style recognizes chapters. Headings of volumes and prefaces
   * have none.
   */
  isMarked: boolean
}

const volume = '卷部集篇编編'
const chapter = '章回节節折幕话話'
const numbered = new RegExp(
  `^(?:正文\\s*)?(?:第\\s*([${numeralSigns}]{1,9}(?:[.．]\\d{1,2})?)\\s*([${volume}${chapter}])|卷(?:之)?\\s*([${numeralSigns}]{1,9}))(.*)$`,
)
const latin = /^(chapter|part|book|volume)\s+(\d{1,4}|[ivxlcdm]{1,9}|[a-z]+(?:-[a-z]+)?)(?![\w'’-])(.*)$/i
const divided =
  /^([上中下前后後]|[一二三四五六七八九十])(部|卷|篇|编|編|册|冊|集)(?:分)?(?:[\s　:：·.、—-]+(\S.{0,29}))?$/
const named =
  /^(序|序言|序章|序曲|自序|原序|代序|译者序|譯者序|前言|引言|引子|楔子|题记|題記|献词|献辞|卷首语|导读|導讀|间章|間章|幕间|幕間|外传|外傳|前传|前傳|后日谈|後日談|后记|後記|译后记|譯後記|尾声|尾聲|终章|終章|最终章|最終章|终曲|終曲|大结局|大結局|跋|附录|附錄|番外|结语|結語|凡例|致谢|致謝|作者的话|完本感言|上架感言|preface|foreword|introduction|prologue|interlude|epilogue|afterword|appendix|acknowledge?ments)(篇|章)?((?:[\s　:：·.、—-]|[（(]|[一二三四五六七八九十\d]).*)?$/i
/** Characters that may separate the number from the title in a chapter heading. */
const separator = /^[\s　:：·.、．—\-_|]/
const notTitle =
  /^(?:分(?![\s：:])|合|课|课文|部分|的|里|裡|中|是|了|之|团|队|员|目|性|数|气|在|与|和|到|至|、第|[，。；！？,;!?”」])/
/** Punctuation which shows that a line is a sentence and not a heading, even with a number before it. */
const sentence = /[。；”」]$|[。；]./
/** Punctuation that the title of a heading may have if a separator stands between the number and the title. */
const lively = /[，！？…]$|[！？]./

const chineseSigns = numeralSigns.replace(/[\d０-９]/g, '')
const styled: Record<Exclude<HeadingStyle, 'chapters' | 'signs'>, RegExp> = {
  decimals: /^([\d０-９]{1,4})(?:\s*[.．、:：)）]\s*|\s+)([^\d０-９].*)$/,
  numerals: new RegExp(`^([${chineseSigns}]{1,9})(?:\\s*[、.．:：]\\s*|\\s+)(\\S.*)$`),
  brackets: new RegExp(`^[（(]\\s*([${numeralSigns}]{1,9})\\s*[)）]\\s*(.*)$`),
  bare: new RegExp(`^([${numeralSigns}]{1,9}|[IVXLC]{1,9})[.．、]?()$`),
}

/**
 * Returns a function that reads the lines of a text in turn and tells whether each is a heading. The function remembers
 * the numbers: a heading whose title follows the number without a separator, or has the punctuation of a sentence, must
 * continue the numbering. Headings of volumes, prefaces and the like are recognized in every style.
 */
export function createHeadingReader(style: HeadingStyle): (text: string, line: number) => Heading | null {
  const last = new Map<string, number>()
  return (text, line) => {
    if (text === '' || text.length > 60) return null
    const title = undecorate(text)
    const found = readNumbered(title, last) ?? readLatin(title, last) ?? readNamed(title)
    if (found !== null && (style === 'chapters' || !found.isMarked)) return { line, ...found }
    if (style === 'chapters') return null
    const isHeading = style === 'signs' ? isSigned(text) : readStyled(title, styled[style], last)
    return isHeading ? { line, level: 2, title, isMarked: true } : null
  }
}

type Found = Omit<Heading, 'line'>

/** Removes the signs with which some texts decorate their headings: `## …`, `=== … ===`, `【…】`. */
function undecorate(text: string): string {
  const plain = text
    .replace(/^(?:#{1,6}|[=*~＝★☆◆■●※]+|[-—]{2,})\s*/, '')
    .replace(/\s*(?:[=*~＝★☆◆■●※]+|[-—]{2,})$/, '')
  const [, inner, rest = ''] = /^[【[〔［〖]([^】\]〕］〗]+)[】\]〕］〗]\s*(.*)$/.exec(plain) ?? []
  return inner === undefined ? plain : `${inner} ${rest}`.trim()
}

/**
 * Returns whether a line is a title with decorating signs before it or on both sides, such as `## 风起` and `=== 风起 ===`.
 */
function isSigned(text: string): boolean {
  const [, title = ''] = /^(?:#{1,6}\s+|[=*~★☆◆■●※]{2,}\s*)([^\s=*~★☆◆■●※].{0,39}?)\s*[=*~★☆◆■●※]*$/.exec(text) ?? []
  return title !== '' && !sentence.test(title)
}

function readNumbered(text: string, last: Map<string, number>): Found | null {
  const match = numbered.exec(text)
  if (match === null) return null
  const [, ordinal, unit = '卷', volumeNumber, rest = ''] = match
  const number = readOrdinal(ordinal ?? volumeNumber ?? '')
  if (number === null || sentence.test(rest)) return null
  const isNext = continuesNumbering(last.get(unit), number)
  const isSeparated = rest === '' || separator.test(rest)
  if (!isSeparated && (notTitle.test(rest) || !isNext || [...rest].length > 30)) return null
  if (lively.test(rest) && !isNext) return null
  // Many ordinary words start with 卷 (volume), so 卷一 is a heading only if a separator or nothing follows it.
  if (volumeNumber !== undefined && !isSeparated) return null
  last.set(unit, Math.floor(number))
  const isVolume = volume.includes(unit) && !/[章回节節]/.test(rest)
  return { level: isVolume ? 1 : 2, title: text.replace(/^正文\s*/, ''), isMarked: !isVolume }
}

function readLatin(text: string, last: Map<string, number>): Found | null {
  const [, word = '', numeral = '', rest = ''] = latin.exec(text.normalize('NFKC')) ?? []
  const number = readLatinNumber(numeral)
  if (number === null || !/^(?:$|\s*[.:–—-]|\s+\P{Ll})/u.test(rest)) return null
  const kind = word.toLowerCase()
  if (/[.;,]$/.test(rest) && !continuesNumbering(last.get(kind), number)) return null
  last.set(kind, number)
  const isMarked = kind === 'chapter'
  return { level: isMarked ? 2 : 1, title: text, isMarked }
}

function readNamed(text: string): Found | null {
  if ([...text].length > 30 || sentence.test(text) || text.endsWith('，')) return null
  if (divided.test(text)) return { level: 1, title: text, isMarked: false }
  return named.test(text) ? { level: 2, title: text, isMarked: false } : null
}

function readStyled(text: string, pattern: RegExp, last: Map<string, number>): boolean {
  const [, numeral, title = ''] = pattern.exec(text) ?? []
  if (numeral === undefined || [...title].length > 40 || sentence.test(title)) return false
  const number = readOrdinal(numeral) ?? readLatinNumber(numeral)
  const before = last.get('styled')
  if (number === null || (number !== 1 && number !== (before ?? 0) + 1)) return false
  last.set('styled', number)
  return true
}

/** Returns the number of a heading, which may be a decimal such as 18.5; null if the text is not a number. */
function readOrdinal(numeral: string): number | null {
  const [, whole = numeral, fraction = '0'] = /^(.+)[.．](\d+)$/.exec(numeral) ?? []
  const number = readNumeral(whole)
  return number === null ? null : number + Number(`0.${fraction}`)
}

function continuesNumbering(previous: number | undefined, number: number): boolean {
  return previous === undefined || number === 1 || (number >= previous && number <= previous + 1)
}
