import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { chinaDayNumber, chinaDayText } from '#shared/china-day.ts'
import { chooseToday } from './choose-today-job.ts'
import { findBookOfDay, findPlaceOfDay } from './find-today.ts'
import { onChinaMidnight } from './on-china-midnight.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('one book and one place a day', async (t) => {
  const { url, db, visitor, secondNode, caller, newUser, newEditor } = await startTestSite(t)
  const present = chinaDayNumber(Date.now())

  await t.test('are the same on every node and stay with their day', async () => {
    const [here, there] = [await visitor.today.show(), await caller(undefined, await secondNode()).today.show()]
    assert.deepEqual(here, there)
    assert.deepEqual([here.isToday, here.next, here.previous], [true, null, chinaDayText(present - 1)])
    assert.ok(here.book && here.place)
    const before = await visitor.today.show({ day: chinaDayText(present - 1) })
    assert.notEqual(before.book?.id, here.book.id)
    assert.deepEqual([before.isToday, before.next], [false, here.day])
  })

  await t.test('stay when the catalogue changes, and are chosen anew only when they disappear', async () => {
    const { api } = await newEditor('杨马兵')
    const day = { day: chinaDayText(present - 2) }
    const undecided = await visitor.today.show(day)
    await Promise.all([1, 2].map(() => chooseToday(db, present - 2)))
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => visitor.today.show(day)))
    assert.ok(first?.book && first.place)
    const { book, place } = first
    assert.deepEqual([undecided.book, undecided.place], [book, place])
    for (const other of others) assert.deepEqual([other.book, other.place], [book, place])
    // The test makes all other books newer than the day and takes the places from this one, so that another choice
    // would differ.
    const changed = await db.transaction().execute(async (db) => {
      await sql`delete from book_place where book_id = ${book.id}`.execute(db)
      await sql`update book set create_time = now() where id <> ${book.id}`.execute(db)
      return [await findBookOfDay(db, present - 2), await findPlaceOfDay(db, present - 2, book.id)]
    })
    assert.deepEqual(
      changed.map((one) => one?.id),
      [book.id, place.id],
    )
    const { list } = await visitor.book.list()
    const winner = list.find(({ id }) => id !== book.id)
    await api.book.merge({ loserId: book.id, winnerId: winner?.id ?? '' })
    assert.equal((await visitor.today.show(day)).book?.id, winner?.id)
    await sql`delete from place_of_day`.execute(db)
    assert.ok((await visitor.today.show(day)).place)
  })

  await t.test(
    'belong together: the story of the book tells of the place, and other books about it follow',
    async () => {
      for (let number = present; number > present - 40; number--) {
        const { book, place } = await visitor.today.show({ day: chinaDayText(number) })
        const { places } = await visitor.book.show({ id: book?.id ?? '' })
        const kinds = places.filter(({ id }) => id === place?.id).map(({ kind }) => kind)
        assert.ok(kinds.includes('setting') || kinds.includes('subject'), `${book?.title} ${place?.name}`)
        assert.equal(place?.books[0]?.id, book?.id)
        assert.ok(new Set(place?.books.map(({ id }) => id)).size === place?.books.length && place.books.length <= 4)
      }
    },
  )

  await t.test('are missing for days to come and refused for no days', async () => {
    await failureOf(visitor.today.show({ day: chinaDayText(present + 2) }), 'missing')
    await failureOf(visitor.today.show({ day: '2020-01-01' }), 'missing')
    await failureOf(visitor.today.show({ day: 'tomorrow' }), 'invalid')
    assert.equal((await fetch(`${url}/today?day=2098-01-01`)).status, 404)
  })

  await t.test('have a page, a line on the home page and an entry in the feed', async () => {
    const { book, place, day } = await visitor.today.show()
    for (const path of ['/today', `/today?day=${day}`, '/', '/feed.xml']) {
      const html = await (await fetch(url + path)).text()
      assert.ok(html.includes(book?.title ?? '?') && html.includes(place?.name ?? '?'), path)
    }
  })

  await t.test('editors alone see what waits and the numbers of the week', async () => {
    const [reader, editor] = [await newUser('翠翠'), await newEditor('老船夫')]
    const [book] = (await visitor.book.list()).list
    await reader.api.comment.create({ itemType: 'book', itemId: book?.id ?? '', content: '渡船还在。' })
    const { week, waiting } = await editor.api.system.overview()
    assert.deepEqual([week.length, week.at(-1)?.day, week.at(-1)?.comments], [7, chinaDayText(present), 1])
    assert.ok((week.at(-1)?.users ?? 0) >= 2 && waiting.recommendations === 0)
    // The recommendations that were loaded with the catalogue do not count; only those of users do.
    assert.equal(week.at(-1)?.recommendations, 0)
    await failureOf(reader.api.system.overview(), 'forbidden')
    await failureOf(visitor.system.overview(), 'unauthorized')
  })
})

test('onChinaMidnight calls when a day begins in China', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-03-01T15:59:00Z') })
  let turns = 0
  const end = onChinaMidnight(() => turns++)
  t.mock.timers.tick(59_000)
  assert.equal(turns, 0)
  t.mock.timers.tick(1000)
  assert.equal(turns, 1)
  t.mock.timers.tick(24 * 3600 * 1000)
  assert.equal(turns, 2)
  end()
  t.mock.timers.tick(24 * 3600 * 1000)
  assert.equal(turns, 2)
})
