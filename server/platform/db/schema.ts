import type { Kysely, Generated } from 'kysely'
import type { AccountTables } from '#server/platform/db/tables/account-tables.ts'
import type { CatalogTables } from '#server/platform/db/tables/catalog-tables.ts'
import type { CommunityTables } from '#server/platform/db/tables/community-tables.ts'
import type { EditionTables } from '#server/platform/db/tables/edition-tables.ts'
import type { EditingTables } from '#server/platform/db/tables/editing-tables.ts'
import type { MapTables } from '#server/platform/db/tables/map-tables.ts'
import type { OperationTables } from '#server/platform/db/tables/operation-tables.ts'
import type { ReadingTables } from '#server/platform/db/tables/reading-tables.ts'
import type { SearchTables } from '#server/platform/db/tables/search-tables.ts'
import type { DefaultNow } from '#server/platform/db/tables/default-now.ts'

/** Types of the tables about people, and of further names of places, that 0009-people-and-editions.sql creates. */
interface PersonTables {
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

/**
 * The types of all database tables with the columns that the migrations create; a test compares the two.
 * docs/database.md describes the tables.
 */
export interface Database
  extends
    AccountTables,
    CatalogTables,
    PersonTables,
    EditionTables,
    MapTables,
    SearchTables,
    CommunityTables,
    ReadingTables,
    EditingTables,
    OperationTables {}
export type Db = Kysely<Database>
