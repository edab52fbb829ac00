import type { Relation } from '#shared/api/book/relation.ts'
import { personReference } from './person-reference.ts'

/**
 * Returns the relations of a book in the terms of schema.org, as properties of the book in JSON-LD. For a relation that
 * another book has to this book, schema.org has a term only if the other book is a translation.
 */
export function relationJsonLd(relations: Relation[], publicUrl: string): object {
  const named = relations.flatMap(({ kind, isReverse, book: { id, title, authors, authorIds } }) => {
    const term = isReverse ? (kind === 'translates' ? 'workTranslation' : undefined) : terms[kind]
    const author = authors.map((name, at) => personReference({ name, personId: authorIds[at] ?? null }, publicUrl))
    const url = `${publicUrl}/book/${id}`
    return term === undefined ? [] : [{ term, book: { '@type': 'Book', '@id': url, url, name: title, author } }]
  })
  const groups = Map.groupBy(named, ({ term }) => term)
  return Object.fromEntries([...groups].map(([term, some]) => [term, some.map(({ book }) => book)]))
}

/** The term of schema.org for each kind of relation; it has none for what inspired a book, and for people in it. */
const terms: Record<Relation['kind'], string | undefined> = {
  translates: 'translationOfWork',
  retells: 'isBasedOn',
  continues: 'isBasedOn',
  answers: 'citation',
  quotes: 'citation',
  mentions: 'mentions',
  inspiredBy: undefined,
  aboutAuthor: undefined,
}
