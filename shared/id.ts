/** Whether a text is the id of something, as it stands in addresses: in lower case, so that one thing has one address. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)
}

/** An id that nothing ever has. It stands in addresses for everything that is not there. */
export const missingId = '00000000-0000-7000-8000-000000000000'
