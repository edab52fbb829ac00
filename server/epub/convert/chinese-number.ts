const digits: Record<string, number> = {}
for (const [value, forms] of [
  '〇○零０0Ｏ',
  '一壹１1',
  '二两贰兩貳２2',
  '三叁參３3',
  '四肆４4',
  '五伍５5',
  '六陆陸６6',
  '七柒７7',
  '八捌８8',
  '九玖９9',
].entries())
  for (const form of forms) digits[form] = value
const units: Record<string, number> = {
  十: 10,
  拾: 10,
  廿: 20,
  卅: 30,
  卌: 40,
  百: 100,
  佰: 100,
  千: 1000,
  仟: 1000,
  万: 10_000,
  萬: 10_000,
}

/** Every sign a chapter's number may be written with. */
export const numeralSigns = Object.keys({ ...digits, ...units }).join('')

/** What a numeral says in any of its forms (`二十三`, `廿三`, `一〇二`, `２３`), or null where it says nothing. */
export function readNumeral(text: string): number | null {
  let total = 0
  let section = 0
  let digit: number | null = null
  let isPlaced = false
  for (const sign of text) {
    const value = digits[sign]
    const unit = units[sign]
    if (value !== undefined) digit = isPlaced || digit === null ? value : digit * 10 + value
    else if (unit === undefined) return null
    else {
      isPlaced = true
      if (unit === 10_000) total = (total + section + (digit ?? 0)) * unit
      // 廿, 卅 and 卌 carry their own digit.
      else section += unit > 10 && unit < 100 ? unit : (digit ?? 1) * unit
      if (unit === 10_000) section = 0
      digit = null
    }
    if (value !== undefined && isPlaced && value === 0) digit = null
  }
  return text === '' ? null : total + section + (digit ?? 0)
}
