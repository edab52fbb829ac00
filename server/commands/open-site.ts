import { loadCatalog } from '#server/catalog/load-catalog.ts'
import type { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { prepareJobs } from '#server/jobs/prepare-jobs.ts'
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '#server/postgres/running-postgres.ts'
import { openStorage } from '#server/storage/open-storage.ts'

/**
 * Opens the database of the site for a command, whether the site is running or not. `close` closes it, and stops the
 * embedded PostgreSQL if this call started it.
 */
export async function openSite(config: ReturnType<typeof readConfig>) {
  const { databaseUrl, dataDirectory, catalogDirectory, site } = config
  const running =
    databaseUrl === undefined ? await findRunningPostgres(dataDirectory) : { connectionString: databaseUrl }
  if (running) {
    const db = openDatabase(running, () => undefined)
    return { db, close: () => db.destroy() }
  }
  const postgres = await startEmbeddedPostgres({ directory: dataDirectory })
  await migrate(postgres.connection)
  await prepareJobs(postgres.connection)
  const db = openDatabase(postgres.connection, () => undefined)
  if (catalogDirectory !== null)
    await loadCatalog(db, catalogDirectory, site.name, { storage: openStorage(db, config) })
  const close = async () => {
    await db.destroy()
    await postgres.stop()
  }
  return { db, close }
}
