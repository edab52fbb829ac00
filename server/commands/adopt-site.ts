import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { findRunningPostgres } from '#server/postgres/running-postgres.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { adoptSite } from '#server/site/own-site.ts'
import { findPlace } from '#server/site/site-identity.ts'

/**
 * `npm run adopt` declares that the configured database and file storage belong to the configured site. It works
 * whether the site is running or not.
 */
const config = readConfig()
const { databaseUrl, dataDirectory, site } = config
const running = databaseUrl === undefined ? await findRunningPostgres(dataDirectory) : { connectionString: databaseUrl }
const started = running === undefined ? await startEmbeddedPostgres({ directory: dataDirectory }) : undefined
const connection = running ?? started?.connection
if (connection === undefined) throw new Error('没有数据库')
const db = openDatabase(connection, () => undefined)
try {
  const cluster = databaseUrl === undefined ? join(dataDirectory, 'postgres') : undefined
  const place = await findPlace(site.publicUrl, cluster)
  await adoptSite({ db, storage: openStorage(db, config), place })
  console.log(
    `数据库和存储现在属于 ${site.publicUrl}。用同一个数据库副本或同一个存储的其他站点，不再清理存储，也不再寄消息邮件。`,
  )
} finally {
  await db.destroy()
  await started?.stop()
}
