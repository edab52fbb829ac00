import type { Db } from '#server/db/schema.ts'
import { readSetting } from '#server/setting/setting-queries.ts'

/**
 * The setting of a database that was restored from a backup; its value is the time of the backup. `npm run adopt`
 * deletes it.
 */
export const restoredSetting = 'restoredBackup'
/** The setting of a database into which a backup is being restored. Such a database is incomplete. */
export const restoringSetting = 'restoringBackup'

/**
 * Returns whether the site was restored from a backup and the operator has not yet declared it the real site with
 * `npm run adopt`. Until then the site is read-only, so that a trial restore does not affect users of the real site.
 * Throws an error with a Chinese message if the restore has not ended.
 */
export async function isRestoredCopy(db: Db): Promise<boolean> {
  if ((await readSetting(db, restoringSetting)) !== undefined)
    throw new Error('这里的备份还没有恢复完：请再运行一次 npm run restore，它会从头做完。')
  return (await readSetting(db, restoredSetting)) !== undefined
}
