/** Matches an email address. The first group is its first character, the second its domain. */
const email = /([\w.+%-])[\w.+%-]{0,63}@((?:[a-z\d-]+\.)+[a-z]{2,})/gi
/**
 * Matches a mobile phone number of China, with or without its calling code. The last group is its last four digits.
 * Digits inside ids and longer numbers, such as times in milliseconds, are not matched.
 */
const phone = /(?<![\w.-])(\+?86)?(1[3-9])\d{5}(\d{4})(?![\w.-])/g

/**
 * Replaces the middle of email addresses and phone numbers in a line of the log, so that the log identifies no user.
 * The domain of an address stays, because it tells which mail server refuses mails.
 */
export function maskContacts(line: string): string {
  return line
    .replace(email, (_, first: string, domain: string) => `${first}***@${domain}`)
    .replace(
      phone,
      (_, country: string | undefined, start: string, end: string) => `${country ?? ''}${start}*****${end}`,
    )
}
