import type { Generated } from 'kysely'
import type { RelationKind } from '#shared/api/book/relation.ts'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables about editions and relations of books that 0009-people-and-editions.sql creates. */
export interface EditionTables {
  edition: EditionTable
  editionPerson: { editionId: string; role: EditionRole; position: number; personId: string }
  bookRelation: BookRelationTable
}

export type EditionRole = 'translator' | 'editor' | 'illustrator'

interface EditionTable {
  id: string
  bookId: string
  position: number
  title: string | null
  translators: Generated<string[]>
  editors: Generated<string[]>
  illustrators: Generated<string[]>
  translatedFrom: string | null
  publisher: string | null
  year: number | null
  isbn13: string | null
  pages: number | null
  language: Generated<string>
  cover: string | null
  source: string | null
  createTime: DefaultNow
}

interface BookRelationTable {
  fromBookId: string
  toBookId: string
  kind: RelationKind
  sentence: string
  catalogHash: string | null
  editedAt: Date | null
  removedAt: Date | null
}
