import type { Kysely } from 'kysely'
import type { AccountTables } from './tables/account-tables.ts'
import type { CatalogTables } from './tables/catalog-tables.ts'
import type { CommunityTables } from './tables/community-tables.ts'
import type { EditingTables } from './tables/editing-tables.ts'
import type { MapTables } from './tables/map-tables.ts'
import type { OperationTables } from './tables/operation-tables.ts'
import type { ReadingTables } from './tables/reading-tables.ts'
import type { SearchTables } from './tables/search-tables.ts'

/** All tables, with the columns that the migrations give them; a test compares the two. */
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
