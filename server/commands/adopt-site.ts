import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { findSitePlace } from '#server/find-database.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { adoptSite } from '#server/site/own-site.ts'
import { openConnection } from './open-connection.ts'

/**
 * `npm run adopt` declares that the configured database and file storage belong to the configured site. It works
 * whether the site is running or not.
 */
const config = readConfig()
const { connection, close } = await openConnection(config)
const db = openDatabase(connection, () => undefined)
try {
  const { wasRestored } = await adoptSite({ db, storage: openStorage(db, config), place: await findSitePlace(config) })
  console.log(
    `数据库和存储现在属于 ${config.site.publicUrl}。用同一个数据库副本或同一个存储的其他站点，不再清理存储，也不再寄消息邮件。`,
  )
  if (wasRestored) console.log('站点不再只读，请重新启动它。')
} finally {
  await db.destroy()
  await close()
}
