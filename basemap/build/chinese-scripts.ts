import { Converter } from 'opencc-js'

const convert = Converter({ from: 'cn', to: 'hk' })

/** Characters whose traditional form in place names differs from their traditional form in running text. */
const inNames: [RegExp, string][] = [
  [/裏/g, '里'],
  [/^里海$/, '裏海'],
  [/佈/g, '布'],
  [/鬥/g, '斗'],
  [/幹/g, '干'],
  [/峯/g, '峰'],
  [/羣/g, '群'],
  [/巖/g, '岩'],
  [/範/g, '范'],
  [/敍/g, '敘'],
]

export function toTraditional(simplified: string): string {
  return inNames.reduce((text, [wrong, right]) => text.replace(wrong, right), convert(simplified))
}
