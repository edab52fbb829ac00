import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { userDataTables } from './user-tables.ts'

type Rows = Record<string, unknown>[]

/**
 * Returns all stored data of a user for a download, by table name in camel case: their account, their content and their
 * actions. Hashes and keys are left out.
 */
export async function collectUserData(db: Db, userId: string): Promise<Record<string, Rows>> {
  const collected: Record<string, Rows> = { account: await readAccount(db, userId) }
  // The queries run one at a time, so that a download uses only one database connection.
  for (const { table, column, exported } of userDataTables) {
    if (exported === null) continue
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.raw(exported)} from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
    collected[camel(table)] = rows
  }
  return collected
}

function readAccount(db: Db, userId: string): Promise<Rows> {
  return db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'phoneNumber', 'avatarKey as profile', 'bio', 'roles', 'createdAt', 'isPublic'])
    .select(['mapIsPublic', 'publicYears', 'suspendedAt', 'suspendReason'])
    .select((eb) => eb('passwordHash', 'is not', null).as('hasPassword'))
    .where('id', '=', userId)
    .execute()
}

function camel(table: string) {
  return table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
