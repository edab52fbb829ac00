import type { Credit } from '#shared/api/book/edition.ts'

/** Returns a person of a book as JSON-LD, with the id and address of their page unless the person is unknown. */
export function personReference({ name, personId }: Credit, publicUrl: string): object {
  const url = `${publicUrl}/person/${personId}`
  return { '@type': 'Person', ...(personId !== null && { '@id': url, url }), name }
}
