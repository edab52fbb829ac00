import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { type Waiting, withLock } from '#server/platform/db/with-lock.ts'
import { createUser } from './create-user.ts'
import { hashPassword } from './password.ts'

/**
 * Creates an admin account when the site has none, and returns its email address and password; only the hash of the
 * password is stored. Returns undefined when there is an admin. A lock makes sure that several server processes
 * starting together create only one. Throws when the email address belongs to an existing user.
 */
export async function createFirstAdmin(
  db: Db,
  email: string,
  waiting: Waiting = {},
): Promise<{ email: string; password: string } | undefined> {
  if (await hasAdmin(db)) return undefined
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  return withLock(db, { name: 'first admin', doing: '建立管理员账号', ...waiting }, async (db) => {
    if (await hasAdmin(db)) return undefined
    const id = await createUser(db, { account: email, name: '管理员', passwordHash, roles: ['admin'] })
    if (id === undefined) throw new Error(`邮箱 ${email} 已是一位读者的账号，请用 ADMIN_EMAIL 给管理员另定一个邮箱。`)
    return { email, password }
  })
}

async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('user')
    .select('id')
    .where(sql<boolean>`'admin' = any(roles)`)
    .executeTakeFirst()
  return admin !== undefined
}
