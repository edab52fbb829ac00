import type { RelationKind } from './relation.ts'

const phrases: Record<RelationKind, [between: string, behind: string]> = {
  translates: ['译自', ''],
  retells: ['改写', ''],
  answers: ['回应', ''],
  continues: ['续写', ''],
  quotes: ['引用', ''],
  mentions: ['提到', ''],
  inspiredBy: ['受', '启发'],
  aboutAuthor: ['写到', '的作者'],
}

/** Returns the relation between two books as a clause with their titles, such as 《长河》续写《边城》. */
export function relationText(kind: RelationKind, from: string, to: string): string {
  const [between, behind] = phrases[kind]
  return `《${from}》${between}《${to}》${behind}`
}
