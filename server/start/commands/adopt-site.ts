import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readConfig } from '#server/start/config.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findInstallation } from '#server/start/find-database.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { adoptSite } from '#server/http/site/own-site.ts'
import { openConnection } from './open-connection.ts'
import { runCommand } from './run-command.ts'

const usage = `用法：npm run adopt
  恢复或复制来的数据库和存储从此属于这个站点；恢复来的站点重新启动后不再只读。`

/**
 * `npm run adopt` declares that the configured database and file storage belong to the configured site. It works
 * whether the site is running or not.
 */
await runCommand(usage, async () => {
  if (parseArgs({ allowPositionals: true }).positionals.length > 0) return 'usage'
  const config = readConfig()
  const { connection, close } = await openConnection(config)
  const db = openDatabase(connection, () => undefined)
  try {
    await requireSite(db)
    const { wasRestored } = await adoptSite({
      db,
      storage: openStorage(db, config),
      installation: await findInstallation(config),
    })
    console.log(
      `数据库和存储现在属于 ${config.site.publicUrl}。用同一个数据库副本或同一个存储的其他站点，不再清理存储，也不再寄消息邮件。`,
    )
    if (wasRestored) console.log('站点不再只读，请重新启动它。')
    return undefined
  } finally {
    await db.destroy()
    await close()
  }
})

async function requireSite(db: Db) {
  const { rows } = await sql<{ isEmpty: boolean }>`select to_regclass('setting') is null as is_empty`.execute(db)
  if (rows[0]?.isEmpty !== false) throw new Error('数据库是空的，请检查 DATA_DIR 或 DATABASE_URL。')
}
