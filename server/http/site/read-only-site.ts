import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'

/**
 * The setting of a database that was restored from a backup; its value is the time of the backup. `npm run adopt`
 * deletes it.
 */
export const restoredSetting = 'restoredBackup'
/**
 * The comment on the table of migrations of a database into which a backup is being restored. Such a database is
 * incomplete. It is a comment and not a setting, because the table of migrations exists before all others.
 */
export const restoringComment = 'A backup is being restored into this database.'

/**
 * Returns whether the site was restored from a backup and the operator has not yet declared it the real site with
 * `npm run adopt`. Until then the site is read-only, so that a trial restore does not affect users of the real site.
 * Throws an error with a Chinese message if the restore has not ended.
 */
export async function isRestoredCopy(db: Db): Promise<boolean> {
  if (await isBeingRestored(db)) throw new Error('这里的备份还没有恢复完：请再运行一次 npm run restore，它会从头做完。')
  return (await readSetting(db, restoredSetting)) !== undefined
}

/** Returns whether a restore into this database has begun and not ended. */
export async function isBeingRestored(db: Db): Promise<boolean> {
  const { rows } = await sql<{ comment: string | null }>`
    select obj_description(to_regclass('migration'), 'pg_class') as comment`.execute(db)
  return rows[0]?.comment === restoringComment
}
