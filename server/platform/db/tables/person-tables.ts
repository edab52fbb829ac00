import type { Generated } from 'kysely'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables about people, and of further names of places, that 0009-people-and-editions.sql creates. */
export interface PersonTables {
  person: PersonTable
  personName: { personId: string; name: string; kind: PersonNameKind; position: number }
  personPlace: PersonPlaceTable
  bookAuthor: { bookId: string; position: number; personId: string; bookPopularity: Generated<number> }
  placeName: { placeId: string; name: string; kind: 'old' | 'foreign' | 'other'; position: number }
}

type PersonNameKind = 'birth' | 'courtesy' | 'art' | 'pen' | 'original' | 'translated'

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
