import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Bounds, Mark } from '#shared/api/place/mark.ts'
import { recountMarks } from '#server/map/cells/recount-marks.ts'
import { lastPeriod, periodStarts, type WindowYears, windowOfYears, yearsOfWindow } from '#shared/period.ts'
import { recordMarks, listMarkChanges } from '../../../test/recorded-marks.ts'
import { readMarkTile, readMarkZoom, type Circle, type Tile } from '../../../test/mark-circles.ts'
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

const around: Tile = [5, 26, 12]
const china: Bounds = [73, 18, 135, 54]

test('windows of time on the map', async (t) => {
  const { visitor, caller, db, url, newEditor } = await startTestSite(t)

  const readDated = async (): Promise<DatedMark[]> => {
    const { rows } = await sql<DatedMark>`
      select distinct book.id || ' ' || place.id as key, book.id as book_id, era_from, era_to, lng, lat,
        array(select name from book_tag join tag on tag.id = tag_id where book_tag.book_id = book.id) as tags
      from book join book_place on book_place.book_id = book.id join place on place.id = place_id
      where era_from is not null`.execute(db)
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
      if (cursor === null) assert.equal(seen.length, page.total)
    }
    return seen
  }
  const countOf = (circles: Circle[]) => circles.reduce((sum, { count }) => sum + count, 0)
  const queryOf = (years: WindowYears, tags: string[] = []) =>
    `?${new URLSearchParams([...tags.map((tag) => ['tag', tag]), ...Object.entries(years).map(([key, year]) => [key, `${year}`])])}`
  const countedPeriods = async () => (await visitor.mark.timeline()).list.map(({ count }) => count)
  const expectedPeriods = (marks: DatedMark[]) =>
    periodStarts.map((_, period) => within(yearsOfWindow({ first: period, last: period }), [], marks).length)

  const windows: WindowYears[] = [
    { to: -221 },
    { from: -221, to: 220 },
    { from: 618, to: 907 },
    { from: 1912, to: 1937 },
    { from: 1840, to: 1949 },
    { from: 1949 },
  ]
  for (const years of windows) {
    await t.test(
      `${years.from ?? ''} to ${years.to ?? ''}: lists, tiles and places have exactly its marks`,
      async () => {
        for (const tags of [[], ['散文'], ['长篇小说', '历史']]) {
          const expected = within(years, tags)
          assert.deepEqual((await listAll({ ...years, tags })).map(keyOf).toSorted(), keysOf(expected))
          const inChina = expected.filter(({ lng, lat }) => lng >= 73 && lng <= 135 && lat >= 18 && lat <= 54)
          assert.deepEqual((await listAll({ ...years, tags, bounds: china })).map(keyOf).toSorted(), keysOf(inChina))
          for (const zoom of [0, 2])
            assert.equal(countOf(await readMarkZoom(url, zoom, queryOf(years, tags))), expected.length)
          const near = await readMarkTile(url, around, queryOf(years, tags))
          assert.equal(countOf(await readMarkZoom(url, 10, queryOf(years, tags), around)), countOf(near))
          const { countMarks, countBooks, list } = await caller().place.list({ ...years, tags })
          assert.equal(countMarks, expected.length)
          assert.equal(countBooks, new Set(expected.map(({ bookId }) => bookId)).size)
          assert.equal(
            list.reduce((sum, { count }) => sum + count, 0),
            expected.length,
          )
        }
      },
    )
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

  await t.test('the timeline counts the marks of each period', async () => {
    for (const tags of [[], ['散文'], ['长篇小说', '历史'], ['没有的标签']]) {
      const { list } = await visitor.mark.timeline({ tags })
      assert.deepEqual(
        list,
        periodStarts.map((_, period) => {
          const years = yearsOfWindow({ first: period, last: period })
          return { from: null, to: null, ...years, count: within(years, tags).length }
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
    const marks = dated.filter((mark) => mark.bookId === bookId).length
    assert.equal((moved[lastPeriod] ?? 0) - (before[lastPeriod] ?? 0), marks)
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
    await recordMarks(db)
    await db.transaction().execute(recountMarks)
    assert.deepEqual(await listMarkChanges(db), [])
  })
})
