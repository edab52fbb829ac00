import { collatedVerses } from './collated-verses.ts'
import { noteEnd, noteStart } from './text-work.ts'

/**
 * Corrections of wrong characters in the source texts; most patterns include enough context to match only the mistake.
 * Each correction was looked up in an edition of the text.
 */
const corrections: [RegExp, string][] = [
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
  [/鷗翻\/浪/g, '鷗翻浪'],
  [/笑挽ホホ/g, '笑挽攕攕'],
  [/け然/g, '翛然'],
  [/能ㄋ嗽/g, '能⿰口兵嗽'],
  [/恶少J陴妻/g, '恶少、悍妻'],
  [/却道”小梅摇落、不禁风。“/g, '却道小梅摇落、不禁风。'],
  [/発/g, '發'],
  [/茍/g, '苟'],
  [/雙雙嗚玉珂/g, '雙雙鳴玉珂'],
  [/與梅井作/g, '與梅並作'],
  [/(.)々/g, '$1$1'],
  [/<([^<>]+)>/g, '《$1》'],
  [/##+/g, ''],
  [/黄花九②/g, '黄花九'],
  [/[（(](?:\w|[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ\s])*[)）]/g, ''],
  [/^（選自[^）]*）$/g, ''],
  [/猶1不得/g, '猶不得'],
  [/1\. 猶 : 或作.*$/g, ''],
  [/《关睢》/g, '《关雎》'],
  [/谏志不从/g, '见志不从'],
  [/友善柔、有便佞/g, '友善柔、友便佞'],
  [/末聞下/g, '未聞下'],
  [/彼武王，四伐大商/g, '彼武王，肆伐大商'],
  [/祥訓詁/g, '詳訓詁'],
  [/三易祥/g, '三易詳'],
  [/周撤東/g, '周轍東'],
  [/欺乃声/g, '欸乃声'],
  [/春霄/g, '春宵'],
  [/百穀雨山死/g, '百穀而山死'],
  [/樂哉遊乎！"/g, '樂哉遊乎！”'],
  [/彻,子曰/g, '彻。子曰'],
  [/之本,子曰/g, '之本。子曰'],
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
  for (const [wrong, right] of corrections) line = line.replace(wrong, right)
  for (const { ours, theirs } of collatedVerses) line = line.replace(ours, theirs)
  return (
    line
      .replace(/[,?:;!.()]/g, (sign) => halfWidth[sign] ?? sign)
      .replace(/．/g, '。')
      .replace(/[・‧•]/g, '·')
      .replace(
        /（([^（）]*(?:一作|一云|一本|通[:： ])[^（）]*)）/g,
        (_, remark: string) => noteStart + tidyRemark(remark) + noteEnd,
      )
      // The source has square brackets around the editors' corrections and additions. The brackets are removed; remarks
      // on variant wordings are removed together with their brackets.
      .replace(/[[〔]([^\]〕]*)[\]〕]/g, (_, inner: string) => (/通|一作/.test(inner) ? '' : inner))
      .trim()
  )
}

function tidyRemark(remark: string) {
  return remark
    .replace(/\s*(一作|通)[：:]?\s*/, '$1')
    .replace(/^([^一通「」]{1,12})(一作|通)([^「」]{1,20})$/, '“$1”$2“$3”')
    .trim()
}

/** Cleans several lines of a source text, and drops empty lines and lines that contain only punctuation. */
export function tidyLines(lines: string[]): string[] {
  return lines
    .map((line) => tidyLine(line).replace(/(?<=[\p{L}\p{P}]) (?=[\p{L}\p{P}])/gu, ''))
    .filter((line) => /[\p{L}□⿰]/u.test(line))
}

export function tidyTitle(raw: string): string {
  return tidyLine(raw.replace(/\t/g, ' '))
    .replace(new RegExp(`${noteStart}[^${noteEnd}]*${noteEnd}`, 'g'), '')
    .replace(/\s+/g, ' ')
    .trim()
}
