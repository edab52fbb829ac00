import { isId } from './id.ts'

export const connectedKinds = ['book', 'person', 'place'] as const
export type ConnectedKind = (typeof connectedKinds)[number]

/** Splits an id such as `book.{id}` into the kind and the id proper; undefined for any other text. */
export function readConnectedId(text: string): { kind: ConnectedKind; id: string } | undefined {
  const [kindText, id = '', ...rest] = text.split('.')
  const kind = connectedKinds.find((one) => one === kindText)
  return kind !== undefined && isId(id) && rest.length === 0 ? { kind, id } : undefined
}

/**
 * Returns whether a text is the id of a book, person or place, written as `book.{id}`, `person.{id}` or `place.{id}`.
 */
export function isConnectedId(text: string): boolean {
  return readConnectedId(text) !== undefined
}
