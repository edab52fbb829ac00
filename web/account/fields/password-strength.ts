/** Estimates the strength of a password and suggests an improvement. Only the server refuses common passwords. */
export function passwordStrength(password: string): { level: 0 | 1 | 2 | 3; hint: string } {
  const characters = [...password]
  if (characters.length < 8) return { level: 0, hint: `还差 ${8 - characters.length} 位` }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\da-z]/i].filter((kind) => kind.test(password)).length
  // A Chinese character adds more to the strength of a password than a letter, because there are thousands of them.
  const rare = characters.filter((character) => character > '\u2e80').length
  const weight = new Set(characters).size + rare * 1.5 + (kinds - 1) * 2
  if (weight < 12) return { level: 1, hint: '强度：弱。再长一些，或用几个不相干的词' }
  if (weight < 18) return { level: 2, hint: '强度：中' }
  return { level: 3, hint: '强度：强' }
}
