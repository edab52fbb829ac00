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

/** All characters that a chapter number in a heading may contain. */
export const numeralSigns = Object.keys({ ...digits, ...units }).join('')

/**
 * Returns the number that a Chinese or Arabic numeral stands for, in any of its forms (`二十三`, `廿三`, `一〇二`, `２３`), or
 * null for other text.
 */
export function readNumeral(text: string): number | null {
  let total = 0
  let section = 0
  let digit: number | null = null
  let hasUnit = false
  for (const character of text) {
    const value = digits[character]
    const unit = units[character]
    if (value !== undefined) digit = hasUnit || digit === null ? value : digit * 10 + value
    else if (unit === undefined) return null
    else {
      hasUnit = true
      if (unit === 10_000) total = (total + section + (digit ?? 0)) * unit
      // The characters 廿, 卅 and 卌 stand for 20, 30 and 40 by themselves, so a digit before one of them is not
      // multiplied by it.
      else section += unit > 10 && unit < 100 ? unit : (digit ?? 1) * unit
      if (unit === 10_000) section = 0
      digit = null
    }
    if (value !== undefined && hasUnit && value === 0) digit = null
  }
  return text === '' ? null : total + section + (digit ?? 0)
}
