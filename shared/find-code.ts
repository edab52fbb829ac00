import { withoutBlanks } from './visible-text.ts'

/**
 * Returns the six-digit code in a typed or pasted text, which may be a whole message; undefined if there is none, or
 * more than one. Full-width digits become plain ones.
 */
export function findCode(text: string): string | undefined {
  const plain = withoutBlanks(text.normalize('NFKC'))
  const compact = plain.replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(compact)) return compact
  const [code, ...others] = new Set(plain.match(/(?<!\d)\d{6}(?!\d)/g))
  return others.length === 0 ? code : undefined
}
