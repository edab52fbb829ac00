import type { Config } from './config.ts'
import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import type { Waiting } from '#server/platform/db/with-lock.ts'
import { prepareJobs } from '#server/platform/jobs/prepare-jobs.ts'
import { loadLibrary } from '#server/reading/library/load-library.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { isRestoredCopy } from '#server/http/site/read-only-site.ts'
import { createFirstAdmin } from '#server/account/user/create-first-admin.ts'

/**
 * Brings the database up to this version of the site: tables, catalogue, texts of free books and a first admin. Several
 * server processes may run it at the same time; each step happens once. Returns the email address and password of the
 * first admin if this call created one. If the site is under maintenance or was restored from a backup, only the tables
 * are brought up to date.
 */
export async function fillDatabase(connection: Connection, config: Config, waiting: Required<Waiting>) {
  const { say } = waiting
  const ran = await migrate(connection, waiting)
  await prepareJobs(connection)
  if (ran.length > 0) say(`数据库已更新（${ran.length} 步）。`)
  // Statements that create tables or load the catalogue may take longer than those of a request, so these database
  // connections have no statement timeout.
  const db = openDatabase(connection, () => undefined, { size: 2, statementSeconds: 0 })
  try {
    const { catalogDirectory, site } = config
    const isReadOnly = site.isReadOnly || (await isRestoredCopy(db))
    if (isReadOnly) return { isReadOnly }
    const loading = { storage: openStorage(db, config), ...waiting }
    const loaded = catalogDirectory === null ? 0 : await loadCatalog(db, catalogDirectory, site.name, loading)
    if (loaded > 0) say(`书目已载入（${loaded} 本）。`)
    const texts = await loadLibrary(db, waiting)
    if (texts > 0) say(`书库已载入（${texts} 个文件）。`)
    return { isReadOnly, admin: await createFirstAdmin(db, config.adminEmail, waiting) }
  } finally {
    await db.destroy()
  }
}

/** The sentence that tells an operator how the first admin logs in. */
export function describeAdmin({ email, password }: { email: string; password: string }): string {
  return `管理员账号（只显示这一次，请记下）：${email}　密码：${password}`
}
