import type { RelationKind } from '#shared/api/book/relation.ts'

/**
 * Two phrases for each kind of relation between two books: one for the page of the book that refers to the other book,
 * and one for the page of the book that is referred to.
 */
export const relationWords: Record<RelationKind, [to: string, from: string]> = {
  translates: ['译自', '被译为'],
  retells: ['改写', '被改写'],
  answers: ['回应', '被回应'],
  continues: ['续写', '被续写'],
  quotes: ['引用', '被引用'],
  mentions: ['提到', '被提到'],
  inspiredBy: ['受启发于', '启发了'],
  aboutAuthor: ['写到作者', '作者见于'],
}
