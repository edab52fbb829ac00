/**
 * The two ends of a path (a chain of relations between two books, people or places), with the labels of their text
 * fields.
 */
export const endLabels = { from: '从', to: '到' } as const
export type EndName = keyof typeof endLabels

/**
 * The ends of a path (a book, person or place each) that were not found, with the text that the user typed for them.
 * The text is empty if the address named the end by its id.
 */
export type UnknownEnds = Partial<Record<EndName, string>>

/** Returns the id of the HTML element with the message that this end was not found. */
export const problemIdOf = (name: EndName) => `connect-problem-${name}`
