import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { userDataTables } from './user-tables.ts'

type Rows = Record<string, unknown>[]

/** All the site keeps of a user, by table: what he wrote and did, and what it knows him by; no hashes and no keys. */
export async function collectUserData(db: Db, userId: string): Promise<Record<string, Rows>> {
  const collected: Record<string, Rows> = { account: await readAccount(db, userId) }
  // One after the other: a download is no reason to take every connection there is.
  for (const { table, column, shown } of userDataTables) {
    if (shown === null) continue
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.raw(shown)} from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
    collected[camel(table)] = rows
  }
  return collected
}

function readAccount(db: Db, userId: string): Promise<Rows> {
  return db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'phoneNumber', 'avatarKey as profile', 'bio', 'roles', 'createdAt', 'isPublic'])
    .select(['suspendedAt', 'suspendReason'])
    .select((eb) => eb('passwordHash', 'is not', null).as('hasPassword'))
    .where('id', '=', userId)
    .execute()
}

function camel(table: string) {
  return table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
