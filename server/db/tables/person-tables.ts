import type { Generated } from 'kysely'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migration 0009-people-and-editions.sql creates. */
export interface PersonTables {
  person: PersonTable
  personName: { personId: string; name: string; kind: PersonNameKind; position: number }
  personPlace: PersonPlaceTable
  bookAuthor: { bookId: string; position: number; personId: string }
  edition: EditionTable
  editionPerson: { editionId: string; role: EditionRole; position: number; personId: string }
  bookRelation: BookRelationTable
  placeName: { placeId: string; name: string; kind: 'old' | 'foreign' | 'other'; position: number }
}

type PersonNameKind = 'birth' | 'courtesy' | 'art' | 'pen' | 'original' | 'translated'
export type EditionRole = 'translator' | 'editor' | 'illustrator'

interface PersonTable {
  id: string
  catalogKey: string | null
  catalogHash: string | null
  name: string
  bornYear: number | null
  bornCirca: Generated<boolean>
  diedYear: number | null
  diedCirca: Generated<boolean>
  ancestral: string | null
  desc: Generated<string>
  createTime: DefaultNow
  editedAt: Date | null
}

interface PersonPlaceTable {
  personId: string
  position: number
  placeId: string
  kind: 'born' | 'lived' | 'died'
  fromYear: number | null
  toYear: number | null
}

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
  kind: 'translates' | 'retells' | 'answers' | 'continues' | 'quotes'
  sentence: string
  catalogHash: string | null
  editedAt: Date | null
  removedAt: Date | null
}
