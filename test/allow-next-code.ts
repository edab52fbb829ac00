import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Makes the verification codes sent to an account two minutes older, so that the minimum interval between two codes has
 * passed.
 */
export async function allowNextCode(db: Db, account: string) {
  await sql`update verification_code set created_at = created_at - interval '2 minutes'
    where account = ${account}`.execute(db)
}
