import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/**
 * Deletes expired data of accounts: sessions, tickets and challenges, verification codes after two days, failed
 * attempts after one day, ended rate-limit periods, upload reservations of killed processes, used proofs of work, and
 * IP addresses from which a user has not logged in for ninety days.
 */
export async function sweepAccounts(db: Db) {
  await sql`delete from session where expires_at < now()`.execute(db)
  await sql`delete from pending_login where expires_at < now()`.execute(db)
  await sql`delete from passkey_challenge where expires_at < now()`.execute(db)
  await sql`delete from verification_code where created_at < now() - interval '2 days'`.execute(db)
  await sql`delete from failed_attempt where failed_at < now() - interval '1 day'`.execute(db)
  await sql`delete from rate_limit where ends_at < now()`.execute(db)
  await sql`delete from upload_reservation where expires_at < now()`.execute(db)
  await sql`delete from ticket where expires_at < now()`.execute(db)
  await sql`delete from used_proof where expires_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from known_address where last_used_at < now() - interval '90 days'`.execute(db)
}
