import type { RelatedBook, BookRole } from '#shared/api/book/book.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listTies, type Tie } from './related-ties.ts'
import { isStoryKind } from '#shared/api/place/story-places.ts'
import { yearsText } from '#shared/year-text.ts'

const samePerson: Record<Exclude<BookRole, 'author'>, string> = {
  translator: '同一位译者',
  editor: '同一位编者',
  illustrator: '同一位插画家',
}

const work: Record<BookRole, string> = { author: '写', translator: '译', editor: '编', illustrator: '画' }

interface RelatedRequest {
  id: string
  limit: number
  /** Whether the list contains books that have a relation to the given book. */
  hasRelations?: boolean
}

/**
 * Returns books to read after the given book, the most closely related first, each with its strongest connection in
 * words as the reason.
 */
export async function listRelatedBooks(
  db: Db,
  { id, limit, hasRelations = true }: RelatedRequest,
): Promise<RelatedBook[]> {
  const rows = await listTies(db, id, limit, hasRelations)
  return rows.map(({ tie, ...book }) => ({ ...book, reason: { kind: tie.kind, text: reasonText(tie) } }))
}

/** Returns the reason to read a book after another one, in words, from what ties the books together. */
function reasonText(tie: Tie): string {
  if (tie.kind === 'relation') return tie.sentence
  if (tie.kind === 'person') return personText(tie)
  if (tie.kind === 'company') return `${tie.name}与${tie.otherName} ${yearsText(tie.from, tie.to)}都在${tie.place}`
  return tie.kind === 'place' ? placeText(tie) : `同属「${tie.names.join('」「')}」`
}

function personText({ name, role, otherRole }: Extract<Tie, { kind: 'person' }>): string {
  if (role !== otherRole) return `${name}${work[role]}了这本，也${work[otherRole]}了那本`
  return role === 'author' ? `也是${name}的书` : `${samePerson[role]}：${name}`
}

function placeText({ name, placeKind, otherKind, from, to }: Extract<Tie, { kind: 'place' }>): string {
  if (isStoryKind(placeKind) && isStoryKind(otherKind))
    return from === null || to === null ? `也写到${name}` : `也写到${name}，${yearsText(from, to)}`
  if (otherKind === 'author') return placeKind === 'author' ? `作者也来自${name}` : `作者来自${name}`
  if (otherKind === 'written') return placeKind === 'written' ? `也在${name}写成` : `在${name}写成`
  return placeKind === 'author' ? `写到作者的故里${name}` : `写到这本书的写作之地${name}`
}
