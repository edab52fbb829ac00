import { withoutBlanks } from './visible-text.ts'

/**
 * Guesses which kind of account name the user is typing: an @ makes it an email address, digits alone make it a phone
 * number.
 */
export function guessAccountKind(typed: string): 'email' | 'phone' | 'unclear' {
  if (typed.includes('@')) return 'email'
  return /^[\s(]*\+?[\d\s().·-]+$/.test(typed) && /\d/.test(typed) ? 'phone' : 'unclear'
}

/**
 * Normalizes an email address or phone number that a user typed or pasted. Full-width characters become plain ones, and
 * invisible ones, `tel:`, `mailto:` and angle brackets go. A phone number loses its separators and gets its country
 * code; a domain of an email address in other letters than Latin ones is written in ASCII, as mail servers write it.
 */
export function foldAccount(typed: string): string {
  const folded = withoutBlanks(typed.slice(0, 400).normalize('NFKC'))
    .trim()
    .toLowerCase()
    .replaceAll(/[‐‑–—−]/g, '-')
    .replace(/^<(.*)>$/, '$1')
    .replace(/^(?:tel|sms|mailto):/, '')
  if (guessAccountKind(folded) !== 'phone') return withAsciiDomain(folded)
  const digits = folded.replaceAll(/[^\d+]/g, '').replace(/^00/, '+')
  if (digits.startsWith('+')) return digits
  return /^86\d{11}$/.test(digits) ? `+${digits}` : `+86${digits}`
}

function withAsciiDomain(address: string): string {
  const [, local, domain = ''] = /^([^@]*@)([\p{L}\p{M}\p{N}.。-]+)$/u.exec(address) ?? []
  const url = `http://${domain}`
  return local !== undefined && /[^ -~]/.test(domain) && URL.canParse(url) ? local + new URL(url).hostname : address
}

/**
 * Returns whether a phone number is valid. A number of mainland China must be a mobile number, because only mobile
 * phones receive codes.
 */
export function isPhone(folded: string): boolean {
  return folded.startsWith('+86') ? /^\+861[3-9]\d{9}$/.test(folded) : /^\+[1-9]\d{6,14}$/.test(folded)
}

/** Formats a phone number of mainland China with spaces for display. */
export function formatPhone(phoneNumber: string): string {
  return phoneNumber.replace(/^\+86(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')
}
