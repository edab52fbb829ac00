import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Bounds, Mark } from '#shared/api/place/mark.ts'
import { countWrongCells, recountMarks } from '#server/catalogue/mark-cells/recount-marks.ts'
import { lastPeriod, periodStarts, type WindowYears, windowOfYears, yearsOfWindow } from '#shared/period.ts'
import { readMarkTile, type Tile } from '../../../test/mark-circles.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

interface DatedMark {
  key: string
  bookId: string
  eraFrom: number
  eraTo: number
  tags: string[]
  lng: number
  lat: number
}

const china: Bounds = [73, 18, 135, 54]

test('windows of time on the map', async (t) => {
  const { visitor, caller, db, url, newEditor } = await startTestSite(t)

  // With so few marks no cells are stored by themselves, and the tests shall change stored ones too.
  await db.transaction().execute((db) => recountMarks(db, 100))

  const readDated = async (): Promise<DatedMark[]> => {
    const { rows } = await sql<DatedMark>`
      select distinct book.id || ' ' || place.id as key, book.id as book_id, era_from, era_to, lng, lat,
        array(select name from book_tag join tag on tag.id = tag_id where book_tag.book_id = book.id) as tags
      from book join book_place on book_place.book_id = book.id join place on place.id = place_id
      where era_from is not null and book_place.kind in ('setting', 'subject')`.execute(db)
    return rows
  }
  const dated = await readDated()
  const undated = (await visitor.place.list({ limit: 0 })).countMarks - dated.length
  /** Finds the marks of a window of time by comparing years. Both years must be first years of periods. */
  const within = ({ from = -Infinity, to = Infinity }: WindowYears, tags: string[] = [], marks = dated) =>
    marks.filter(
      ({ eraFrom, eraTo, ...mark }) => eraFrom < to && eraTo >= from && tags.every((tag) => mark.tags.includes(tag)),
    )
  const keyOf = ({ properties: { itemId, placeId } }: Mark) => `${itemId} ${placeId}`
  const keysOf = (marks: DatedMark[]) => marks.map(({ key }) => key).toSorted()
  const listAll = async (filter: WindowYears & { tags?: string[]; bounds?: Bounds; placeId?: string }) => {
    const visitor = caller()
    const seen: Mark[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await visitor.mark.list({ ...filter, limit: 50, ...(cursor && { cursor }) })
      seen.push(...page.list)
      cursor = page.nextCursor
      if (cursor !== null) continue
      const countItems = new Set(seen.map(({ properties }) => properties.itemId)).size
      assert.deepEqual([page.total, page.countItems, page.hasMoreItems], [seen.length, countItems, false])
    }
    return seen
  }
  const countedPeriods = async () => (await visitor.mark.timeline()).list.map(({ count }) => count)
  const countBooks = (marks: DatedMark[]) => new Set(marks.map(({ bookId }) => bookId)).size
  const expectedPeriods = (marks: DatedMark[]) =>
    periodStarts.map((_, period) => countBooks(within(yearsOfWindow({ first: period, last: period }), [], marks)))

  const windows: WindowYears[] = [
    { to: -221 },
    { from: -221, to: 220 },
    { from: 618, to: 907 },
    { from: 1912, to: 1937 },
    { from: 1840, to: 1949 },
    { from: 1949 },
  ]
  for (const years of windows) {
    await t.test(`${years.from ?? ''} to ${years.to ?? ''}: lists and places have exactly its marks`, async () => {
      for (const tags of [[], ['散文'], ['长篇小说', '历史']]) {
        const expected = within(years, tags)
        assert.deepEqual((await listAll({ ...years, tags })).map(keyOf).toSorted(), keysOf(expected))
        const inChina = expected.filter(({ lng, lat }) => lng >= 73 && lng <= 135 && lat >= 18 && lat <= 54)
        assert.deepEqual((await listAll({ ...years, tags, bounds: china })).map(keyOf).toSorted(), keysOf(inChina))
        const { countMarks, countBooks, list } = await caller().place.list({ ...years, tags })
        assert.equal(countMarks, expected.length)
        assert.equal(countBooks, new Set(expected.map(({ bookId }) => bookId)).size)
        assert.equal(
          list.reduce((sum, { count }) => sum + count, 0),
          expected.length,
        )
      }
    })
  }

  await t.test('marks of a window are ordered by popularity, and those of one place are found', async () => {
    const years = { from: 1840, to: 1949 }
    const [first] = await listAll(years)
    assert.ok(first)
    const last = (await listAll(years)).at(-1)
    assert.ok(last)
    await db.updateTable('book').set({ likes: 9 }).where('id', '=', last.properties.itemId).execute()
    assert.equal((await listAll(years))[0]?.properties.itemId, last.properties.itemId)
    await db.updateTable('book').set({ likes: 0 }).where('id', '=', last.properties.itemId).execute()
    const { placeId } = first.properties
    const expected = within(years).filter(({ key }) => key.endsWith(placeId))
    assert.deepEqual((await listAll({ ...years, placeId })).map(keyOf).toSorted(), keysOf(expected))
  })

  await t.test(
    'years inside a period widen the window to the whole period; all of time also has undated marks',
    async () => {
      const total = async (years: WindowYears) => (await visitor.mark.list({ ...years, limit: 1 })).total
      assert.equal(await total({ from: 700, to: 800 }), within({ from: 618, to: 907 }).length)
      assert.equal(await total({ from: 700, to: 700 }), within({ from: 618, to: 755 }).length)
      assert.equal(await total({ from: -5000, to: -900 }), within({ to: -770 }).length)
      assert.ok(undated > 0)
      assert.equal(await total({}), dated.length + undated)
      assert.equal(await total({ from: -5000, to: 2100 }), dated.length + undated)
      for (const [first, from] of periodStarts.entries())
        assert.deepEqual(windowOfYears({ from, to: from }), { first, last: first })
      assert.deepEqual(yearsOfWindow({ first: lastPeriod, last: lastPeriod }), { from: 2000 })
    },
  )

  await t.test('the places of an author do not answer for the years of the story', async () => {
    const tang = { from: 618, to: 907 }
    const { rows } = await sql<{ id: string; x: number; y: number }>`
      select id, x, y from place where name in ('西雅图', '伯克利')`.execute(db)
    assert.equal(rows.length, 2)
    const { list: places } = await visitor.place.list({ ...tang, limit: 1200 })
    for (const { id, x, y } of rows) {
      const { total, list } = await visitor.mark.list({ placeId: id })
      assert.deepEqual([total, list], [0, []])
      assert.ok(places.every((place) => place.id !== id))
      const tile: Tile = [8, Math.floor(x / 2 ** 18), Math.floor(y / 2 ** 18)]
      assert.deepEqual(await readMarkTile(url, tile, '?from=618&to=907'), [])
    }
    for (const { properties } of await listAll(tang))
      assert.ok(properties.kinds[0] === 'setting' || properties.kinds[0] === 'subject', properties.title)
  })

  await t.test('the timeline counts the books of each period', async () => {
    for (const tags of [[], ['散文'], ['长篇小说', '历史'], ['没有的标签']]) {
      const { list } = await visitor.mark.timeline({ tags })
      assert.deepEqual(
        list,
        periodStarts.map((_, period) => {
          const years = yearsOfWindow({ first: period, last: period })
          return { from: null, to: null, ...years, count: countBooks(within(years, tags)) }
        }),
      )
    }
  })

  await t.test('invalid years fail with a message', async () => {
    for (const call of [visitor.mark.list, visitor.place.list]) {
      const { data } = await failureOf(call({ from: 900, to: 800 }), 'invalid')
      assert.deepEqual(data?.fields, { from: '起始年份不能晚于结束年份' })
      for (const from of [1.5, -6000, 3000]) await failureOf(call({ from }), 'invalid')
      await failureOf(call({ to: '唐' as unknown as number }), 'invalid')
    }
    for (const query of ['from=900&to=800', 'from=x', 'to=', 'to=9999', 'from=1e3', 'from=618&to=1.5']) {
      const answer = await fetch(`${url}/tiles/mark/0/0/0?${query}`)
      assert.equal(answer.status, 400, query)
      assert.match((await answer.json()).message, /^年份不对/)
    }
  })

  await t.test('an edit of the years moves the counts, and its undo moves them back', async () => {
    const { api: editor } = await newEditor()
    const before = await countedPeriods()
    const [bookId = ''] = within({ from: 618, to: 755 }).map(({ bookId }) => bookId)
    const { book, version } = await editor.book.inspect({ id: bookId })
    const { auditId } = await editor.book.update({
      id: bookId,
      version,
      book: { ...book, era: { from: 2001, to: 2005 } },
    })
    const moved = await countedPeriods()
    assert.equal((moved[lastPeriod] ?? 0) - (before[lastPeriod] ?? 0), 1)
    assert.deepEqual(
      (await listAll({ from: 2000 })).map(keyOf).toSorted(),
      keysOf(within({ from: 2000 }, [], await readDated())),
    )
    await editor.audit.undo({ id: auditId })
    assert.deepEqual(await countedPeriods(), before)
  })

  await t.test('of two concurrent edits of the years one succeeds', async () => {
    const editors = await Promise.all([newEditor(), newEditor()])
    const [bookId = ''] = within({ from: 1644, to: 1723 }).map(({ bookId }) => bookId)
    const { book, version } = await (editors[0] as (typeof editors)[0]).api.book.inspect({ id: bookId })
    const edits = await Promise.allSettled(
      editors.map(({ api }, index) =>
        api.book.update({
          id: bookId,
          version,
          book: { ...book, era: { from: -300 + index * 2000, to: -250 + index * 2000 } },
        }),
      ),
    )
    assert.equal(edits.filter(({ status }) => status === 'fulfilled').length, 1)
    const marks = await readDated()
    assert.deepEqual(await countedPeriods(), expectedPeriods(marks))
  })

  await t.test('a merge gives the marks the years of the surviving book, and its undo restores both', async () => {
    const { api: editor } = await newEditor()
    const before = await countedPeriods()
    const [loserId = ''] = within({ from: 1368, to: 1450 }).map(({ bookId }) => bookId)
    const [winnerId = ''] = within({ from: 2000 }).map(({ bookId }) => bookId)
    const { auditId } = await editor.book.merge({ loserId, winnerId })
    const marks = await readDated()
    assert.deepEqual(await countedPeriods(), expectedPeriods(marks))
    await editor.audit.undo({ id: auditId })
    assert.deepEqual(await countedPeriods(), before)
  })

  await t.test('after all this, the counts of all cells equal a recount', async () => {
    assert.equal(await countWrongCells(db), 0)
  })
})
