import { noteEnd, noteStart } from './text-work.ts'
import { toSimplified } from './to-simplified.ts'

/** Codes that stand for characters in the source texts, and marks of their editors, in all texts alike. */
const codes: [RegExp, string][] = [
  // The source has private-use codes for these two characters, which the GB 18030 encoding once lacked.
  [/\ue829/g, '㩳'],
  [/\ue031/g, '䠆'],
  [/\{艹\/?尔\}/g, '苶'],
  [/\{炙火=肉\}/g, '炙'],
  [/\{广\/秝\/牛\}/g, '犘'],
  [/\{構木=糸\}/g, '⿰糹冓'],
  [/\{日怱\}/g, '⿰日怱'],
  [/\{氵忄占\}/g, '⿰氵⿰忄占'],
  [/\{氵雨\/品\}/g, '⿰氵⿱雨品'],
  [/\{氵寉\}/g, '㴶'],
  [/\{(.)(.)\}/gu, '⿰$1$2'],
  [/●/g, '□'],
  [/\[糹習\]/g, '䌌'],
  [/[（(]魚卷[)）]/g, '⿰魚卷'],
  [/^Ｂ/, ''],
  [/発/g, '發'],
  [/茍/g, '苟'],
  [/(.)々/g, '$1$1'],
  [/<([^<>]+)>/g, '《$1》'],
  [/##+/g, ''],
  [/[（(](?:\w|[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ\s])*[)）]/g, ''],
  [/^（選自[^）]*）$/g, ''],
  [/([？。]”),(.)/g, '$1$2'],
]

const halfWidth: Record<string, string> = {
  ',': '，',
  '?': '？',
  ':': '：',
  ';': '；',
  '!': '！',
  '.': '。',
  '(': '（',
  ')': '）',
}

/**
 * Cleans a line of a source text: restores missing characters, converts punctuation to full width, and turns remarks on
 * variant wordings into notes.
 */
export function tidyLine(raw: string): string {
  let line = raw
    .normalize('NFC')
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim()
  for (const [code, sign] of codes) line = line.replace(code, sign)
  return (
    line
      .replace(/[,?:;!.()]/g, (sign) => halfWidth[sign] ?? sign)
      .replace(/．/g, '。')
      .replace(/[・‧•]/g, '·')
      .replace(/（([^（）]*(?:一作|通[： ])[^（）]*)）/g, (_, remarks: string) => noteOf(remarks))
      // The source has square brackets around the editors' corrections and additions. The brackets are removed; remarks
      // on variant wordings are removed together with their brackets.
      .replace(/[[〔]([^\]〕]*)[\]〕]/g, (_, inner: string) => (/通|一作/.test(inner) ? '' : inner))
      .trim()
  )
}

/**
 * Sets remarks on other wordings, such as `纖細 一作：腸斷；餘 通：餘`, as one note. Remarks whose two sides are the same
 * are removed: their source gives a variant form of the same character, which the simplified text does not retain.
 */
function noteOf(remarks: string): string {
  const found = [...remarks.matchAll(/([^；\s]*?)\s*(一作|通(?=[： ]))\s*：?\s*([^；\s]+)/g)]
    .map(([, ours = '', relation = '', theirs = '']) => [bare(ours), relation, bare(theirs)] as const)
    .filter(([ours, , theirs]) => toSimplified(ours) !== toSimplified(theirs))
    .map(([ours, relation, theirs]) => `${ours && `“${ours}”`}${relation}“${theirs}”`)
  return found.length === 0 ? '' : noteStart + found.join('；') + noteEnd
}

function bare(wording: string) {
  return wording.replace(/[“”「」]/g, '')
}

/** Cleans several lines of a source text, and drops empty lines and lines that contain only punctuation. */
export function tidyLines(lines: string[]): string[] {
  return joinBroken(lines)
    .map((line) => tidyLine(line).replace(/(?<=[\p{L}\p{P}]) (?=[\p{L}\p{P}])/gu, ''))
    .filter((line) => /[\p{L}□⿰]/u.test(line))
}

export function tidyTitle(raw: string): string {
  return tidyLine(raw.replace(/\t/g, ' '))
    .replace(new RegExp(`${noteStart}[^${noteEnd}]*${noteEnd}`, 'g'), '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Joins the lines of a remark in brackets that the source breaks into several lines. */
function joinBroken(lines: string[]): string[] {
  return lines.reduce<string[]>((joined, line) => {
    const last = joined.at(-1) ?? ''
    return /[（(][^（()）]*$/.test(last) ? [...joined.slice(0, -1), last + line] : [...joined, line]
  }, [])
}
