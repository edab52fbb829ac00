import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import type { Config } from '#server/start/config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { prepareJobs } from '#server/platform/jobs/prepare-jobs.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openConnection } from './open-connection.ts'

/**
 * Opens the database of the site for a command, whether the site is running or not. `close` closes it, and stops the
 * embedded PostgreSQL if this call started it.
 */
export async function openSite(config: Config) {
  const { catalogDirectory, site } = config
  const { connection, isRunning, close: closeServer } = await openConnection(config)
  if (!isRunning) {
    await migrate(connection)
    await prepareJobs(connection)
  }
  const db = openDatabase(connection, () => undefined)
  if (!isRunning && catalogDirectory !== null)
    await loadCatalog(db, catalogDirectory, site.name, { storage: openStorage(db, config) })
  const close = async () => {
    await db.destroy()
    await closeServer()
  }
  return { db, close }
}
