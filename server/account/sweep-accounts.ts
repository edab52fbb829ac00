import { sql } from 'kysely'
import { deleteUserRows, listUsersWithRemains } from '#server/account/user/delete-user-rows.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * The tables whose rows expire, with the time after which a row is of no use: verification codes after two days, failed
 * attempts after one day, IP addresses from which a user has not logged in for ninety days, devices on which they have
 * not logged in for a year, and all others at the end of their validity.
 */
const expiring = [
  { table: 'session', column: 'expires_at', retention: '0' },
  { table: 'pending_login', column: 'expires_at', retention: '0' },
  { table: 'passkey_challenge', column: 'expires_at', retention: '0' },
  { table: 'verification_code', column: 'created_at', retention: '2 days' },
  { table: 'failed_attempt', column: 'failed_at', retention: '1 day' },
  { table: 'rate_limit', column: 'ends_at', retention: '0' },
  { table: 'upload_reservation', column: 'expires_at', retention: '0' },
  { table: 'ticket', column: 'expires_at', retention: '0' },
  { table: 'used_proof', column: 'expires_at', retention: '1 hour' },
  { table: 'known_address', column: 'last_used_at', retention: '90 days' },
  { table: 'known_device', column: 'last_used_at', retention: '1 year' },
]

/**
 * Deletes expired data of accounts: sessions, unfinished logins, passkey challenges, verification codes, tickets (each
 * proves once that its holder has just verified a code), failed attempts, ended rate-limit periods, upload reservations
 * of killed processes, used proofs of work, and IP addresses and devices from which a user has not logged in for long.
 * Also deletes what a deletion of an account that was killed has left. Returns the number of deleted rows and of
 * accounts whose deletion was finished.
 */
export async function sweepAccounts(db: Db): Promise<number> {
  let deleted = 0
  for (const { table, column, retention } of expiring) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(column)} < now() - ${retention}::interval`.execute(db)
    deleted += Number(numAffectedRows ?? 0)
  }
  const left = await listUsersWithRemains(db)
  for (const id of left) await inTransaction(db, (db) => deleteUserRows(db, id))
  return deleted + left.length
}

/**
 * Counts the rows that `sweepAccounts` should have deleted more than a day ago, and the deleted users of whom anything
 * is left.
 */
export async function countOverdueRows(db: Db): Promise<number> {
  const counts = expiring.map(
    ({ table, column, retention }) => sql`
      select count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} < now() - ${retention}::interval - interval '1 day'`,
  )
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0) as count from (${sql.join(counts, sql` union all `)}) counted`.execute(db)
  return (rows[0]?.count ?? 0) + (await listUsersWithRemains(db)).length
}
