import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

export async function setYearPublished(db: Db, userId: string, year: number, isPublic: boolean) {
  const others = sql<number[]>`array_remove(public_years, ${year}::smallint)`
  const publicYears = isPublic ? sql<number[]>`array_append(${others}, ${year}::smallint)` : others
  await db.updateTable('user').set({ publicYears }).where('id', '=', userId).execute()
}

export async function setMapPublished(db: Db, userId: string, mapIsPublic: boolean) {
  await db.updateTable('user').set({ mapIsPublic }).where('id', '=', userId).execute()
}
