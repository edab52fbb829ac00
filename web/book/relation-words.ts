import type { RelationKind } from '#shared/api/book/relation.ts'

/** The words for each kind of relation between two books: read from the book that refers to the other, and back. */
export const relationWords: Record<RelationKind, [to: string, from: string]> = {
  translates: ['译自', '被译为'],
  retells: ['改写', '被改写'],
  answers: ['回应', '被回应'],
  continues: ['续写', '被续写'],
  quotes: ['引用', '被引用'],
}
