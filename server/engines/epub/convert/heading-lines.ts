import type { HeadingStyle } from '#shared/text-choice.ts'
import { numeralSigns, readNumeral } from './chinese-number.ts'
import { readLatinNumber } from './latin-number.ts'
import { type NumberedLine, selectConsistent } from './select-headings.ts'

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
/** Words that number the chapters of some books, and ordinary things in most. */
const rare = '出齣场場讲講课課夜晚日天封则則辑輯歌曲计計案关關弹彈梦夢谈談局战戰'
const oneNumeral = `(?:[${numeralSigns}](?:\\s?[${numeralSigns}]){0,8}|[IVXLCivxlcⅠ-ⅿ]{1,7})`
const numeral = `${oneNumeral}(?:[.．]\\d{1,2})?`
const numbered = new RegExp(
  `^(?:第\\s*(${numeral})(?:\\s*[-—–~～至、]\\s*(${oneNumeral}))?\\s*([${volume}${chapter}${rare}])|卷(?:之)?\\s*([${numeralSigns}]{1,9}))(.*)$`,
)
/** The title of the book or of its volume, which some texts repeat before the number of every chapter. */
const prefixed = new RegExp(
  `^(?:正文\\s*|[^，。！？；“”\\s][^，。！？；“”]{0,18}?(?:[${volume}》】)）]\\s*|[\\s:：·.、—_|-]+))(第\\s*${numeral}\\s*[章回节節话話折].*)$`,
)
const latin =
  /^(chapter|chap|ch|part|book|volume|vol|episode|ep|section|act|scene|lesson|letter|canto|no)[\s.:_#-]*(\d{1,4}|(?<=[\s.:_#-])[a-z]+(?:-[a-z]+)?)(?![\w'’-])(.*)$/i
/** Words that number chapters or volumes in European languages; each short form has the name of the full one. */
const latinUnits: Record<string, string> = { chap: 'chapter', ch: 'chapter', vol: 'volume', ep: 'episode' }
const divided =
  /^([上中下前后後]|[一二三四五六七八九十])(部|卷|篇|编|編|册|冊|集)(?:分)?(?:[\s　:：·.、—-]+(\S.{0,29}))?$/
const named =
  /^(序|序言|序章|序曲|自序|原序|代序|再版序|译者序|譯者序|前言|引言|引子|小引|弁言|绪论|緒論|绪言|緒言|导论|導論|导言|導言|楔子|题记|題記|献词|献辞|卷首语|写在前面|出版说明|出版說明|导读|導讀|间章|間章|幕间|幕間|外传|外傳|前传|前傳|后日谈|後日談|后记|後記|译后记|譯後記|尾声|尾聲|终章|終章|最终章|最終章|终曲|終曲|终幕|終幕|大结局|大結局|跋|附录|附錄|番外|特别篇|特別篇|结语|結語|凡例|致谢|致謝|参考文献|參考文獻|写在后面|作者的话|完本感言|完结感言|上架感言|preface|foreword|introduction|prologue|interlude|epilogue|afterword|appendix|acknowledge?ments)(篇|章)?((?:[\s　:：·.、—-]|[（(]|[一二三四五六七八九十\d]).*)?$/i
/** Signs that may separate the number from the title in a chapter heading, and brackets around the title. */
const separator = /^(?:[\s　:：·.、．—\-_|]|[（(【[《〈「『“"][^）)】\]》〉」』”"]*[）)】\]》〉」』”"]$)/
const notTitle =
  /^(?:分(?![\s：:])|合|课|课文|部分|的|里|裡|中|是|了|之|团|队|员|目|性|数|气|在|与|和|到|至|、第|[。；！？;!?”」])/
/** Words and signs behind which the text continues after an ordinary number: 第三天早上, 第一场雨, 第五夜他没有睡. */
const notRareTitle = /^(?:比赛|[后後前早晚上下清凌黄以开開雨雪风他她我你它就才又也都已，])/
/** Punctuation which shows that a line is a sentence and not a heading, even with a number before it. */
const sentence = /[。；”」]$|[。；]./
/** Punctuation that the title of a heading may have if the numbers of the headings speak for it. */
const lively = /[，！？]|[…”」。．.]$/

const chineseSigns = numeralSigns.replace(/[\d０-９]/g, '')
const styled: Record<Exclude<HeadingStyle, 'chapters' | 'signs'>, RegExp> = {
  decimals: /^([\d０-９]{1,4})(?:\s*[.．、:：)）]\s*|\s+)([^\d０-９].*)$/,
  numerals: new RegExp(`^([${chineseSigns}]{1,9})(?:\\s*[、.．:：]\\s*|\\s+)(\\S.*)$`),
  brackets: new RegExp(`^[（(]\\s*([${numeralSigns}]{1,9})\\s*[)）]\\s*(.*)$`),
  bare: new RegExp(`^([${numeralSigns}]{1,9}|[IVXLC]{1,9})[.．、]?()$`),
}

/**
 * Returns the headings of a text in the given style, in their order. A line that may as well be a sentence (第二章写得好) is
 * a heading only if its number continues those of the other headings. Headings of volumes, prefaces and the like are
 * recognized in every style. Of the lines that continue the line before (`continued`), only certain headings count.
 */
export function findHeadings(lines: string[], style: HeadingStyle, continued: Set<number>): Heading[] {
  const candidates: (Heading & NumberedLine)[] = []
  const headings: Heading[] = []
  let hasFirst = false
  for (const [line, text] of lines.entries()) {
    if (text === '' || text.length > 60) continue
    const isSetApart = (lines[line - 1] ?? '') === ''
    const title = withoutOrnaments(text)
    const found = readNumbered(title, isSetApart) ?? readLatin(title, isSetApart)
    if (continued.has(line) && found?.certainty !== 3) continue
    const name = found === null ? readNamed(title) : null
    if (name !== null) headings.push({ ...name, line })
    else if (found !== null && (style === 'chapters' || !found.isMarked)) candidates.push({ ...found, line })
    else if (style === 'signs') {
      if (isSigned(text)) headings.push({ line, level: 2, title, isMarked: true })
    } else if (style !== 'chapters') {
      const point = readStyled(undecorate(text), styled[style], isSetApart)
      // A year or a number of a list may come before the first heading, but not another number than 1.
      hasFirst ||= point !== null && point.number <= 1
      if (point !== null && hasFirst) candidates.push({ ...point, line })
    }
  }
  return [...headings, ...selectConsistent(candidates)].toSorted((one, other) => one.line - other.line)
}

/** Removes the signs with which some texts decorate their headings: `## …`, `=== … ===`, `【…】`. */
function undecorate(text: string): string {
  const plain = text
    .replace(/^(?:#{1,6}|[=*~＝★☆◆■●※]+|[-—]{2,})\s*/, '')
    .replace(/\s*(?:[=*~＝★☆◆■●※]+|[-—]{2,})$/, '')
  const [, inner, rest = ''] = /^[【[〔［〖]([^】\]〕］〗]+)[】\]〕］〗]\s*(.*)$/.exec(plain) ?? []
  return inner === undefined ? plain : `${inner} ${rest}`.trim()
}

const ornament = '\\p{So}\\p{Sm}#*＊＃§※•·・~～_–—\\-'
const ornamentsBefore = new RegExp(`^(?=[${ornament}])[${ornament}\\s、，,.．:：]+`, 'u')
const ornamentsBehind = new RegExp(`[${ornament}\\s、]+$`, 'u')
const bracketed =
  /^(?:[【[〔［〖]([^】\]〕］〗]+)[】\]〕］〗]\s*|[《〈<「『（(]([^》〉>」』）)]+)[》〉>」』）)](?:\s+|$))(.*)$/

/**
 * Removes ornaments and brackets around a title, and the spaces that stretch a short one: `☆、第一章 风起` and `《第一章 风起》`
 * become `第一章 风起`, and `楔 子` becomes `楔子`.
 */
function withoutOrnaments(text: string): string {
  const opened = text.replace(ornamentsBefore, '')
  const plain = opened === text ? text : opened.replace(ornamentsBehind, '')
  const [, square, inner = square, rest = ''] = bracketed.exec(plain) ?? []
  const bare = inner === undefined ? plain : `${inner} ${rest}`.trim()
  return /^\p{Script=Han}(?: \p{Script=Han}){1,3}$/u.test(bare) ? bare.replaceAll(' ', '') : bare
}

/** Returns whether a line is a title with decorating signs before it or on both sides, such as `## 风起` and `☆、风起`. */
function isSigned(text: string): boolean {
  const [, title = ''] =
    /^(?:#{1,6}\s+|[=*~★☆◆■●※]{2,}\s*|[★☆]\s*、\s*)([^\s=*~★☆◆■●※].{0,39}?)\s*[=*~★☆◆■●※]*$/.exec(text) ?? []
  return title !== '' && !sentence.test(title)
}

type Found = Omit<Heading, 'line'> & NumberedLine

function readNumbered(title: string, isSetApart: boolean): Found | null {
  const inner = prefixed.exec(title)?.[1]
  const [, ordinal, end, unit = '卷', volumeNumber, rest = ''] = numbered.exec(inner ?? title) ?? []
  const number = readOrdinal(ordinal ?? volumeNumber ?? '')
  if (number === null || [...rest].length > 40) return null
  const isRare = rare.includes(unit)
  const isSeparated = rest === '' || separator.test(rest)
  if (!isSeparated && (notTitle.test(rest) || [...rest].length > 30)) return null
  // Many ordinary words begin with 卷 or with a rare unit, so these are headings only if a separator follows.
  if (!isSeparated && (volumeNumber !== undefined || (isRare && notRareTitle.test(rest)))) return null
  const isVolume = volume.includes(unit) && !/[章回节節]/.test(rest)
  return {
    level: isVolume ? 1 : 2,
    title: title.replace(/^正文卷?[\s:：]*(?=第)/, ''),
    isMarked: !isVolume,
    unit,
    isRare,
    number,
    lastNumber: readOrdinal(end ?? '') ?? number,
    certainty: certaintyOf(rest, isSeparated && inner === undefined, isSetApart),
  }
}

function readLatin(title: string, isSetApart: boolean): Found | null {
  const [, word = '', written = '', rest = ''] = latin.exec(title.normalize('NFKC')) ?? []
  const number = readLatinNumber(written)
  if (number === null || !/^(?:$|\s*[.:–—\-_|、·《【「(]|\s+\P{Ll}|\p{Script=Han})/u.test(rest)) return null
  const unit = latinUnits[word.toLowerCase()] ?? word.toLowerCase()
  if (unit === 'no' && !/^\d/.test(written)) return null
  const isMarked = !/^(?:part|book|volume)$/.test(unit)
  const isSeparated = !/^\p{Script=Han}|[.;,]$/u.test(rest)
  return {
    level: isMarked ? 2 : 1,
    title,
    isMarked,
    unit,
    isRare: !/^(?:chapter|part|book|volume)$/.test(unit),
    number,
    lastNumber: number,
    certainty: certaintyOf(rest, isSeparated, isSetApart),
  }
}

/** Tells how certainly a line with a number is a heading, by the text behind the number. */
function certaintyOf(rest: string, isSeparated: boolean, isSetApart: boolean): NumberedLine['certainty'] {
  const isSentence = isSeparated ? /[。；]./.test(rest) || rest.endsWith('；') : sentence.test(rest)
  if (isSentence) return 0
  if (isSeparated && !lively.test(rest)) return 3
  return isSetApart ? 2 : 1
}

function readNamed(text: string): Omit<Heading, 'line'> | null {
  const title = text.length <= 8 ? text.replace(/[。．.]$/, '') : text
  if ([...title].length > 30 || sentence.test(title) || title.endsWith('，')) return null
  if (divided.test(title)) return { level: 1, title: text, isMarked: false }
  return named.test(title) ? { level: 2, title: text, isMarked: false } : null
}

/** Reads a heading in a style other than `chapters`; returns null for other lines. */
function readStyled(text: string, pattern: RegExp, isSetApart: boolean): Found | null {
  const [, written = '', title = ''] = pattern.exec(text) ?? []
  const isSentence = sentence.test([...title].length > 20 ? title : title.replace(/。$/, ''))
  const number = readOrdinal(written)
  if (number === null || [...title].length > 40 || isSentence) return null
  const certainty = isSetApart ? 2 : 1
  return { level: 2, title: text, isMarked: true, unit: '', isRare: false, number, lastNumber: number, certainty }
}

/** Returns the number of a heading, which may be a decimal such as 18.5; null if the text is not a number. */
function readOrdinal(written: string): number | null {
  const [, whole = written, fraction = '0'] = /^(.+)[.．](\d+)$/.exec(written) ?? []
  const plain = whole.replace(/\s/g, '')
  const number = readNumeral(plain) ?? readLatinNumber(plain.normalize('NFKC'))
  return number === null ? null : number + Number(`0.${fraction}`)
}
