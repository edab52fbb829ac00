/**
 * Guesses which kind of account name the user is typing: an @ makes it an email address, digits alone make it a phone
 * number.
 */
export function guessAccountKind(typed: string): 'email' | 'phone' | 'unclear' {
  if (typed.includes('@')) return 'email'
  return /^\+?[\d\s().-]+$/.test(typed) && /\d/.test(typed) ? 'phone' : 'unclear'
}

/**
 * Normalizes an email address or phone number that a user typed. Full-width characters become plain ones; a phone
 * number loses its separators and gets its country code.
 */
export function foldAccount(typed: string): string {
  const folded = typed
    .slice(0, 400)
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[‐‑–—−]/g, '-')
  if (guessAccountKind(folded) !== 'phone') return folded
  const digits = folded.replaceAll(/[^\d+]/g, '').replace(/^00/, '+')
  if (digits.startsWith('+')) return digits
  return /^86\d{11}$/.test(digits) ? `+${digits}` : `+86${digits}`
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
