import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { copyCatalog, openFilledDatabase } from '../../../test/catalog-copy.ts'
import { loadCatalog } from './load-catalog.ts'
import { findStyleProblems } from './house-style.ts'
import { readCatalog } from './read-catalog.ts'

test('the tours of the catalogue', async () => {
  const { tours } = (await readCatalog(resolve(import.meta.dirname, '../../../catalog'))).catalog
  assert.ok(tours.length >= 8, `${tours.length} tours`)
  assert.equal(tours[0]?.title, '世界文学之都')
  const stops = tours.flatMap((tour) => tour.stops)
  assert.equal(new Set(stops.map(({ text }) => text)).size, stops.length)
  assert.ok(stops.filter(({ book }) => book !== null).length >= stops.length * 0.95)
})

test('mistakes in a tour are reported with its file and key', async (t) => {
  const copy = await copyCatalog(t)
  const stop = (place: string, book: string) =>
    `    - { title: 一站, text: ${'字'.repeat(30)}, place: ${place}, zoom: 5, book: ${book} }\n`
  const head = `- key: test-tour\n  order: 99\n  title: 某漫游\n  desc: ${'字'.repeat(20)}\n  stops:\n`
  const entry = head + stop('茶峒', 'bian-cheng').repeat(6)
  const problemsOf = async (text: string) => {
    await writeFile(join(copy, 'tours/zz-test.yaml'), text)
    const { catalog, problems } = await readCatalog(copy)
    return [...problems, ...findStyleProblems(catalog)]
  }
  assert.deepEqual(await problemsOf(entry + stop('{ 某渡: [109.28, 28.43] }', 'bian-cheng')), [])
  const mistakes: [text: string, problem: RegExp][] = [
    [entry + stop('桃花源', 'bian-cheng'), /zz-test\.yaml.*test-tour.*「桃花源」不在/],
    [entry + stop('茶峒', 'no-such-book'), /zz-test\.yaml.*test-tour.*no-such-book/],
    [entry + stop('都柏林', 'bian-cheng'), /test-tour.*《边城》没有钉在「都柏林」/],
    [head + stop('茶峒', 'bian-cheng'), /zz-test\.yaml.*test-tour.*stops/],
    [entry.replace('zoom: 5', 'zoom: 9'), /test-tour.*zoom 须为 2–7/],
    [entry.replace('zoom: 5', 'zoom: 19'), /test-tour.*stops\.0\.zoom/],
    [entry.replace('order: 99', 'order: 1'), /test-tour.*次序 1 /],
    [entry + entry.replace('order: 99', 'order: 98'), /test-tour.*key 重复/],
  ]
  // All mistakes are read at once, because parsing the catalogue takes half a second. The tours differ in their keys,
  // so that each problem tells its tour.
  const found = await problemsOf(
    mistakes
      .map(([text], at) =>
        text.replaceAll('key: test-tour', `key: test-tour-${at}`).replaceAll(/order: (9\d)/g, `order: ${at + 1}$1`),
      )
      .join(''),
  )
  for (const [at, [, problem]] of mistakes.entries())
    assert.match(found.filter((one) => one.includes(`test-tour-${at}`)).join(), problem)
})

test('tours and routes are loaded once, and loading an edited entry changes no other', async (t) => {
  const db = await openFilledDatabase(t)
  const copy = await copyCatalog(t)
  const rowsOf = async () => {
    const tours = await db.selectFrom('tour').selectAll().orderBy('id').execute()
    const stops = await db.selectFrom('tourStop').selectAll().orderBy('tourId').orderBy('position').execute()
    const routes = await db.selectFrom('route').selectAll().orderBy('id').execute()
    const books = await db.selectFrom('routeBook').selectAll().orderBy('routeId').orderBy('position').execute()
    return { tours, stops, routes, books }
  }
  const edit = async (file: string, from: string, to: string) => {
    const text = await readFile(join(copy, file), 'utf8')
    assert.ok(text.includes(from), from)
    await writeFile(join(copy, file), text.replace(from, to))
    await loadCatalog(db, copy, '知图')
  }
  const { catalog } = await readCatalog(copy)

  // The database has the books of the catalogue already, because inserting and indexing them takes most of the time.
  await sql`delete from tour`.execute(db)
  await sql`delete from route`.execute(db)
  await sql`delete from setting where name = 'catalog'`.execute(db)
  assert.deepEqual(await rowsOf(), { tours: [], stops: [], routes: [], books: [] })
  await Promise.all([loadCatalog(db, copy, '知图'), loadCatalog(db, copy, '知图')])
  const before = await rowsOf()
  assert.equal(before.tours.length, catalog.tours.length)
  assert.equal(before.stops.length, catalog.tours.flatMap(({ stops }) => stops).length)
  assert.equal(before.routes.length, catalog.routes.length)
  assert.equal(before.books.length, catalog.routes.flatMap(({ books }) => books).length)

  // Deleting the stored hash of the catalogue acts like a change in one of its files: the site loads the whole
  // catalogue again.
  await sql`delete from setting where name = 'catalog'`.execute(db)
  await loadCatalog(db, copy, '知图')
  assert.deepEqual(await rowsOf(), before)

  await edit('tours/world-cities.yaml', 'zoom: 5', 'zoom: 4')
  const toured = await rowsOf()
  assert.deepEqual(
    toured.stops.filter(({ zoom }, index) => zoom !== before.stops[index]?.zoom).map(({ title }) => title),
    [catalog.tours[0]?.stops[0]?.title],
  )
  assert.deepEqual(toured.routes, before.routes)

  await edit('routes/asia-roads.yaml', '  books: [arabian-sands, seven-pillars-of-wisdom]', '  books: [arabian-sands]')
  const routed = await rowsOf()
  assert.equal(routed.books.length, before.books.length - 1)
  const changed = routed.routes.filter(({ catalogHash }, index) => catalogHash !== before.routes[index]?.catalogHash)
  assert.deepEqual(
    changed.map(({ catalogKey }) => catalogKey),
    ['frankincense-road'],
  )

  await edit('places/europe.yaml', '都柏林: { lng: -6.26', '都柏林: { lng: -6.3')
  const moved = (await rowsOf()).stops.filter(({ lng }, index) => lng !== before.stops[index]?.lng)
  assert.deepEqual([...new Set(moved.map(({ lng }) => lng))], [-6.3])
})
