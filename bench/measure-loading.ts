import { resolve } from 'node:path'
import type { CatalogBook } from '#server/catalogue/loading/catalog-schema.ts'
import { loadNewBooks } from '#server/catalogue/loading/load-new-books.ts'
import { writeCatalog } from '#server/catalogue/loading/load-catalog.ts'
import { readCatalog } from '#server/catalogue/loading/read-catalog.ts'
import { cpuMs } from './bench-process.ts'
import { atLeast, row, type Table } from './budget-table.ts'
import { createPatientDatabase, openBackends } from './patient-database.ts'
import { processorMs } from '../test/process-usage.ts'

const copies = 9
/** The number of database connections that the loading of a catalogue uses at the same time. */
const connections = 2

/**
 * Measures how many new books a second the site loads from a catalogue, including their people, their marks on the map,
 * the counts and the search index. The new books are nine copies of every book of the catalogue.
 */
export async function measureLoading(): Promise<Table> {
  const { catalog } = await readCatalog(resolve(import.meta.dirname, '../catalog'))
  const books = Array.from({ length: copies }, (_, nth) => catalog.books.map((book) => copyOf(book, nth))).flat()
  const { db } = await createPatientDatabase()
  const whole = { ...catalog, books: [...catalog.books, ...books] }
  const backends = await openBackends(db, connections)
  const [began, ownBefore, databaseBefore] = [performance.now(), cpuMs(), await processorMs(backends)]
  const added = await loadNewBooks(db, whole, '知图', async () => null)
  const written = await db.transaction().execute((db) => writeCatalog(db, whole, '知图', async () => null))
  const seconds = (performance.now() - began) / 1000
  const count = added + written
  const [node, database] = [cpuMs() - ownBefore, (await processorMs(backends)) - databaseBefore]
  return {
    title: `loading: ${count.toLocaleString('en')} new books of a catalogue`,
    rows: [
      row('books', count / seconds, '/s', atLeast(1500)),
      row('processor time of Node for each', node / count, 'ms'),
      row('processor time of PostgreSQL for each', database / count, 'ms'),
    ],
  }
}

function copyOf({ id: _, cover: __, ...book }: CatalogBook, nth: number): CatalogBook {
  const editions = book.editions.map(({ id: _, isbn13: __, cover: ___, ...edition }) => edition)
  return { ...book, key: `${book.key}-${nth}`, title: `${book.title}${nth}`, editions }
}
