/** What somebody is typing: an @ makes it an email address, digits make it a phone number. */
export function kindAsTyped(typed: string): 'email' | 'phone' | 'unclear' {
  if (typed.includes('@')) return 'email'
  return /^\+?[\d\s().-]+$/.test(typed) && /\d/.test(typed) ? 'phone' : 'unclear'
}

/** Full-width signs become plain ones; a phone number loses what people put between its digits and gains its country. */
export function foldAccount(typed: string): string {
  const folded = typed
    .slice(0, 400)
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[‐‑–—−]/g, '-')
  if (kindAsTyped(folded) !== 'phone') return folded
  const digits = folded.replaceAll(/[^\d+]/g, '').replace(/^00/, '+')
  if (digits.startsWith('+')) return digits
  return /^86\d{11}$/.test(digits) ? `+${digits}` : `+86${digits}`
}

/** A mainland number is a mobile one: nothing else takes codes. */
export function isPhone(folded: string): boolean {
  return folded.startsWith('+86') ? /^\+861[3-9]\d{9}$/.test(folded) : /^\+[1-9]\d{6,14}$/.test(folded)
}

/** A phone number as people write it. */
export function spacePhone(phoneNumber: string): string {
  return phoneNumber.replace(/^\+86(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')
}
