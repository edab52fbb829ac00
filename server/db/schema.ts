import type { Kysely } from 'kysely'
import type { AccountTables } from '#server/db/tables/account-tables.ts'
import type { CatalogTables } from '#server/db/tables/catalog-tables.ts'
import type { CommunityTables } from '#server/db/tables/community-tables.ts'
import type { EditingTables } from '#server/db/tables/editing-tables.ts'
import type { MapTables } from '#server/db/tables/map-tables.ts'
import type { OperationTables } from '#server/db/tables/operation-tables.ts'
import type { ReadingTables } from '#server/db/tables/reading-tables.ts'
import type { SearchTables } from '#server/db/tables/search-tables.ts'

/**
 * All tables with the columns that the migrations give them; a test compares the two. docs/database.md describes them.
 */
export interface Database
  extends
    AccountTables,
    CatalogTables,
    MapTables,
    SearchTables,
    CommunityTables,
    ReadingTables,
    EditingTables,
    OperationTables {}
export type Db = Kysely<Database>
