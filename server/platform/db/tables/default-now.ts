import type { ColumnType } from 'kysely'

/** The type of a timestamp column that PostgreSQL sets to now() if an insert omits the column. */
export type DefaultNow = ColumnType<Date, Date | undefined, Date>
