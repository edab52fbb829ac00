import type { Kysely } from 'kysely'
import type { AccountTables } from '#server/platform/db/tables/account-tables.ts'
import type { CatalogTables } from '#server/platform/db/tables/catalog-tables.ts'
import type { CommunityTables } from '#server/platform/db/tables/community-tables.ts'
import type { EditionTables } from '#server/platform/db/tables/edition-tables.ts'
import type { EditingTables } from '#server/platform/db/tables/editing-tables.ts'
import type { MapTables } from '#server/platform/db/tables/map-tables.ts'
import type { OperationTables } from '#server/platform/db/tables/operation-tables.ts'
import type { PersonTables } from '#server/platform/db/tables/person-tables.ts'
import type { ReadingTables } from '#server/platform/db/tables/reading-tables.ts'
import type { SearchTables } from '#server/platform/db/tables/search-tables.ts'

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
