import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { migrate } from '#server/db/migrate.ts'
import { prepareJobs } from '#server/jobs/prepare-jobs.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Db } from '#server/db/schema.ts'
import { createTestDatabase } from './test-database.ts'

/** A catalogue of the test's own to write in. */
export async function copyCatalog(t: Pick<TestContext, 'after'>): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'zhitu-catalog-'))
  t.after(() => rm(copy, { recursive: true }))
  await cp(resolve(import.meta.dirname, '../catalog'), copy, { recursive: true })
  return copy
}

/** A migrated database into which no catalogue was loaded yet. */
export async function openUnfilledDatabase(t: Pick<TestContext, 'after'>): Promise<Db> {
  const database = await createTestDatabase({ isEmpty: true })
  const db = openDatabase(database.connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await database.drop()
  })
  await migrate(database.connection)
  await prepareJobs(database.connection)
  return db
}
