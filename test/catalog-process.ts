import type { Catalog } from '#server/catalogue/loading/read-catalog.ts'
import { loadLimits, loadNewBooks } from '#server/catalogue/loading/load-new-books.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'

const countBooks = 30

/** Returns a catalogue of thirty made-up books by one author, with one tag and one place. */
export function thirtyBooks(): Catalog {
  const books = Array.from({ length: countBooks }, (_, nth) => ({
    key: `ferry-${nth}`,
    title: `渡船的书${nth}`,
    authors: ['摆渡的人'],
    editions: [],
    desc: '讲一条河上的渡船。',
    tags: ['渡船'],
    places: { setting: [{ name: '无名渡', sentence: null, quotedFrom: null }] },
  }))
  return {
    tags: { form: [], subject: ['渡船'], era: [], region: [] },
    places: new Map([['无名渡', { lng: 100, lat: 30, country: 'CN', province: '四川' }]]),
    books,
    people: [],
    relations: [],
    window: [],
    aliases: {},
    routes: [],
    tours: [],
    videos: [],
    redirects: [],
  }
}

/** Makes each load of the catalogue write its books in batches of ten, so that thirty books need several batches. */
export function loadByTens() {
  Object.assign(loadLimits, { fewestNew: 1, atOnce: 10 })
}

// If this file is the program of a process, it loads the thirty books, stops in the middle of the second batch of ten
// and waits until the test kills it.
if (process.argv[1] === import.meta.filename) {
  loadByTens()
  const db = openDatabase(JSON.parse(process.argv[2] ?? ''), () => undefined)
  let covers = 0
  await loadNewBooks(db, thirtyBooks(), '知图', async () => {
    covers += 1
    if (covers < 15) return null
    process.send?.('in the second ten')
    return new Promise(() => setInterval(() => undefined, 1000))
  })
}
