const ones = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ')
const numberWords = [...ones, 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }
const roman = /^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/

/**
 * Returns the number that a numeral in a heading of a European language stands for: `12`, `XII`, `twelve` or
 * `twenty-one`, in upper or lower case; null for other text.
 */
export function readLatinNumber(text: string): number | null {
  const word = text.toLowerCase()
  if (/^\d{1,4}$/.test(word)) return Number(word)
  if (word !== '' && roman.test(word)) return readRoman(word)
  const [first = '', second, ...more] = word.split('-')
  if (second === undefined && numberWords.includes(first)) return numberWords.indexOf(first)
  const ten = (tens.indexOf(first) + 2) * 10
  if (!tens.includes(first) || more.length > 0) return null
  if (second === undefined) return ten
  const one = ones.indexOf(second)
  return one >= 1 && one <= 9 ? ten + one : null
}

function readRoman(word: string): number {
  const values = [...word].map((digit) => romanDigits[digit] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}
