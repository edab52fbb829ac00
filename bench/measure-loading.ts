import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { CatalogBook } from '#server/catalog/catalog-schema.ts'
import { loadNewBooks } from '#server/catalog/load-new-books.ts'
import { writeCatalog } from '#server/catalog/load-catalog.ts'
import { readCatalog } from '#server/catalog/read-catalog.ts'
import type { Db } from '#server/db/schema.ts'
import { atLeast, type Table } from './budget-table.ts'
import { cpuMs } from './child-process.ts'
import { createPatientDatabase } from './patient-database.ts'
import { requireTestPostgres } from './test-postgres.ts'

const copies = 9
/** The number of database connections that the loading of a catalogue uses at the same time. */
const connections = 2

/**
 * Measures how many new books a second the site loads from a catalogue, including their people, their marks on the map,
 * the counts and the search index. The new books are nine copies of every book of the catalogue.
 */
export async function measureLoading(): Promise<Table> {
  await requireTestPostgres()
  const { catalog } = await readCatalog(resolve(import.meta.dirname, '../catalog'))
  const books = Array.from({ length: copies }, (_, nth) => catalog.books.map((book) => copyOf(book, nth))).flat()
  const { db } = await createPatientDatabase()
  const whole = { ...catalog, books: [...catalog.books, ...books] }
  const backends = await openBackends(db)
  const databaseMs = async () => (await Promise.all(backends.map(processorMs))).reduce((sum, one) => sum + one, 0)
  const [began, ownBefore, databaseBefore] = [performance.now(), cpuMs(), await databaseMs()]
  const added = await loadNewBooks(db, whole, '知图', async () => null)
  const written = await db.transaction().execute((db) => writeCatalog(db, whole, '知图', async () => null))
  const seconds = (performance.now() - began) / 1000
  const count = added + written
  const [node, database] = [cpuMs() - ownBefore, (await databaseMs()) - databaseBefore]
  return {
    title: `loading: ${count.toLocaleString('en')} new books of a catalogue`,
    rows: [
      { name: 'books', value: count / seconds, unit: '/s', limit: atLeast(5000) },
      { name: 'processor time of Node for each', value: node / count, unit: 'ms' },
      { name: 'processor time of PostgreSQL for each', value: database / count, unit: 'ms' },
    ],
  }
}

function copyOf({ id: _, cover: __, ...book }: CatalogBook, nth: number): CatalogBook {
  const editions = book.editions.map(({ id: _, isbn13: __, cover: ___, ...edition }) => edition)
  return { ...book, key: `${book.key}-${nth}`, title: `${book.title}${nth}`, editions }
}

/**
 * Opens as many database connections as the loading of a catalogue uses, and returns the ids of the PostgreSQL
 * processes that serve them.
 */
function openBackends(db: Db): Promise<number[]> {
  const opened = Array.from({ length: connections }, () =>
    db.transaction().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db)
      return rows[0]?.pid ?? 0
    }),
  )
  return Promise.all(opened)
}

/** Returns the processor time that another process has used, in ms. */
async function processorMs(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e6
}
