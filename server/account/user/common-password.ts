/**
 * Words that are common in passwords. A password of such a word with digits or signs around it is easily guessed too.
 */
const commonWords = new Set(
  (
    'password passw0rd qwerty qwertyuiop asdfghjkl zxcvbnm iloveyou admin administrator welcome monkey dragon football baseball ' +
    'sunshine princess superman batman letmein master shadow michael trustno woaini woaiwojia wodemima mima tianya ' +
    'google computer internet killer hello helloworld changeme secret test testtest guest root user zhitu abc abcd abcde abcdef ' +
    'qazwsx qazwsxedc qweasd qweasdzxc asdf zxcv qwer aini nihao woshi woshishui wangyu zhang wang password1'
  ).split(' '),
)
const keySequences = [
  '01234567890',
  '09876543210',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv',
  'qazwsxedcrfv',
]

/**
 * Returns whether a password would be among the first that an attacker tries: a common word, a keyboard sequence, a
 * date or a repeated pattern.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase()
  const word = folded.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return (
    isRepeated(folded) ||
    isKeySequence(folded) ||
    isDate(folded) ||
    (commonWords.has(word) && folded.length - word.length <= 4)
  )
}

/** Matches repetitions such as 88888888, 11112222 and abcabcabc. */
function isRepeated(text: string) {
  return new Set(text).size <= 2 || /^(.{1,4}?)\1+(.{0,3})$/.test(text)
}

function isKeySequence(text: string) {
  const twice = keySequences.flatMap((row) => [row.repeat(2), [...row].toReversed().join('').repeat(2)])
  const half = text.slice(0, Math.ceil(text.length / 2))
  return twice.some(
    (row) =>
      row.includes(text) || (row.includes(half) && twice.some((other) => other.includes(text.slice(half.length)))),
  )
}

/** Matches a date of the last hundred years in the form YYYYMMDD, as in birthdays. */
function isDate(text: string) {
  return /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text)
}
