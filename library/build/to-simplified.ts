import { Converter } from 'opencc-js'

const convert = Converter({ from: 't', to: 'cn' })
/** For titles and names, which the list of works gives in simplified characters. */
export const toTraditional = Converter({ from: 'cn', to: 't' })

/** What the converter takes for another word in old texts. */
const inOldTexts: [RegExp, string][] = [
  [/「/g, '“'],
  [/」/g, '”'],
  [/『/g, '‘'],
  [/』/g, '’'],
  [/於(?![菟戏戲])/g, '于'],
  [/沈(?=吟|沈|香|醉|浮|沦|埋|冥|水|郁|鱼|舟|竿)/g, '沉'],
]

/** The text in simplified characters. Where they have a form that hardly any font shows, the traditional one stays. */
export function toSimplified(text: string): string {
  const before = [...text]
  const after = [...convert(text)]
  const converted =
    before.length === after.length
      ? after.map((sign, at) => (isRare(sign) && !isRare(before[at] ?? '') ? before[at] : sign)).join('')
      : after.join('')
  return inOldTexts.reduce((all, [wrong, right]) => all.replace(wrong, right), converted)
}

/** Outside the plane that fonts cover. */
function isRare(sign: string) {
  return (sign.codePointAt(0) ?? 0) > 0xffff
}
