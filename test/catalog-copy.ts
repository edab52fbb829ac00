import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { migrate } from '#server/platform/db/migrate.ts'
import { prepareJobs } from '#server/platform/jobs/prepare-jobs.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createTestDatabase } from './test-database.ts'

/** Copies the catalogue to a temporary folder that the test may change; the folder is removed after the test. */
export async function copyCatalog(t: Pick<TestContext, 'after'>): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'zhitu-catalog-'))
  t.after(() => rm(copy, { recursive: true }))
  await cp(resolve(import.meta.dirname, '../catalog'), copy, { recursive: true })
  return copy
}

/**
 * Copies a small part of the catalogue, which a test can read many times in a short time: no people, relations, tours
 * and routes, and only those books that are in the given files.
 */
export async function copySmallCatalog(t: Pick<TestContext, 'after'>, bookFiles: string[] = []): Promise<string> {
  const copy = await copyCatalog(t)
  for (const name of ['people', 'tours', 'routes', 'relations.yaml', 'window.yaml'])
    await rm(join(copy, name), { recursive: true })
  for (const name of await readdir(join(copy, 'books')))
    if (!bookFiles.includes(name)) await rm(join(copy, 'books', name))
  await mkdir(join(copy, 'routes'))
  return copy
}

/** Opens a migrated database that contains no catalogue. */
export async function openUnfilledDatabase(t: Pick<TestContext, 'after'>): Promise<Db> {
  const { db, connection } = await openDatabaseFor(t, true)
  await migrate(connection)
  await prepareJobs(connection)
  return db
}

/** Opens a migrated database into which the catalogue of the project was loaded. */
export async function openFilledDatabase(t: Pick<TestContext, 'after'>): Promise<Db> {
  return (await openDatabaseFor(t, false)).db
}

async function openDatabaseFor(t: Pick<TestContext, 'after'>, isEmpty: boolean) {
  const database = await createTestDatabase({ isEmpty })
  const db = openDatabase(database.connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await database.drop()
  })
  return { db, connection: database.connection }
}
