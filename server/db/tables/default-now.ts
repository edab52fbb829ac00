import type { ColumnType } from 'kysely'

/** A time that the database sets to now() when an insert leaves it out. */
export type DefaultNow = ColumnType<Date, Date | undefined, Date>
