import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const today = day(0)
const month = today.slice(0, 7)

test('reading times', async (t) => {
  const { db, newUser, visitor, secondNode, caller } = await startTestSite(t)
  const bookId = await findBookId(db, '边城')
  const other = await findBookId(db, '诗经')
  const newReadingUser = async () => {
    const { api, token, user } = await newUser()
    const put = (
      list: { day: string; bookId: string; seconds: number; fraction: number }[],
      { counterId = newId(), generation = 0 } = {},
    ) => api.readingTime.put({ counterId, generation, list })
    const show = () => api.readingTime.show({ month, today })
    return { api, token, user, put, show }
  }

  await t.test('are summed over counters; repeated and late reports change nothing', async () => {
    const { put, show, api } = await newReadingUser()
    const [one, two] = [{ counterId: newId() }, { counterId: newId() }]
    const report = (seconds: number, fraction = 0) => [{ day: today, bookId, seconds, fraction }]
    await put(report(600, 0.02), one)
    await put(report(900, 0.03), one)
    await put(report(600, 0.02), one)
    await put(report(900, 0.03), one)
    await put(report(300), two)
    await put([{ day: day(1), bookId: other, seconds: 60, fraction: 0 }], two)
    const times = await show()
    assert.deepEqual(
      [times.seconds, times.countDays, times.currentStreak, times.longestStreak, times.isOn],
      [1260, 2, 2, 2, true],
    )
    assert.equal(times.days.find((one) => one.day === today)?.seconds, 1200)
    assert.deepEqual(
      times.books.map(({ title, seconds, countDays, lastDay }) => [title, seconds, countDays, lastDay]),
      [
        ['边城', 1200, 1, today],
        ['诗经', 60, 1, day(1)],
      ],
    )
    const { countCharacters } = await db
      .selectFrom('bookFile')
      .select((eb) => eb.fn.max('countCharacters').as('countCharacters'))
      .where('bookId', '=', bookId)
      .executeTakeFirstOrThrow()
    assert.equal(times.characters, Math.round(0.03 * countCharacters))
    const { list } = await api.readingTime.export({})
    assert.deepEqual(
      list.map(({ title, seconds }) => [title, seconds]),
      [
        ['诗经', 60],
        ['边城', 1200],
      ],
    )
    const data = await api.user.data()
    assert.equal(data['readingTime']?.length, 3)
  })

  await t.test('never exceed 24 hours a day, even when devices report to two nodes at once', async () => {
    const { put, show, token } = await newReadingUser()
    await failureOf(put([{ day: today, bookId, seconds: 90_000, fraction: 0 }]), 'invalid')
    const elsewhere = caller(token, await secondNode())
    await Promise.all(
      [bookId, other, bookId, other].map((bookId, at) => {
        const list = [{ day: today, bookId, seconds: 50_000, fraction: 100 }]
        return at % 2 === 0 ? put(list) : elsewhere.readingTime.put({ counterId: newId(), generation: 0, list })
      }),
    )
    const { seconds, days, characters } = await show()
    assert.deepEqual([seconds, days.length], [86_400, 1])
    assert.ok(characters <= 86_400 * 30)
  })

  await t.test('of impossible days and unknown books are ignored', async () => {
    const { put, show } = await newReadingUser()
    await put([
      { day: day(-3), bookId, seconds: 60, fraction: 0 },
      { day: day(400), bookId, seconds: 60, fraction: 0 },
      { day: today, bookId: newId(), seconds: 60, fraction: 0 },
      { day: day(30), bookId, seconds: 60, fraction: 0 },
    ])
    assert.equal((await show()).seconds, 60)
    for (const wrong of [
      { day: '2026-02-30', bookId, seconds: 60, fraction: 0 },
      { day: today, bookId, seconds: 0, fraction: 0 },
      { day: today, bookId, seconds: 60, fraction: -1 },
      { day: today, bookId: 'x', seconds: 60, fraction: 0 },
    ])
      await failureOf(put([wrong]), 'invalid')
  })

  await t.test('are not stored after the user has switched them off, and deleted ones do not come back', async () => {
    const { put, show, api } = await newReadingUser()
    const counter = { counterId: newId() }
    const report = [{ day: today, bookId, seconds: 60, fraction: 0 }]
    await put(report, counter)
    const off = await api.readingTime.setMeasuring({ isOn: false })
    assert.deepEqual(await put([{ day: today, bookId: other, seconds: 60, fraction: 0 }], counter), off)
    await put([{ day: today, bookId: other, seconds: 60, fraction: 0 }], { generation: off.generation })
    assert.deepEqual([(await show()).seconds, (await show()).isOn], [60, false])

    const on = await api.readingTime.setMeasuring({ isOn: true })
    assert.deepEqual(await put(report, { generation: on.generation }), on)
    assert.equal((await show()).seconds, 120)
    await api.readingTime.remove({})
    const next = await put(report, { ...counter, generation: on.generation })
    assert.deepEqual([(await show()).seconds, next.isOn], [0, true])
    await put(report, { generation: next.generation })
    assert.equal((await show()).seconds, 60)
  })

  await t.test('are seen by their user only', async () => {
    const [one, stranger] = [await newReadingUser(), await newReadingUser()]
    await one.put([{ day: today, bookId, seconds: 60, fraction: 0 }])
    await stranger.api.readingTime.remove({})
    assert.equal((await one.show()).seconds, 60)
    assert.equal((await stranger.show()).seconds, 0)
    await failureOf(visitor.readingTime.show({ month, today }), 'unauthorized')
    await failureOf(visitor.readingTime.put({ counterId: newId(), generation: 0, list: [] }), 'unauthorized')
    await failureOf(visitor.readingTime.setMeasuring({ isOn: false }), 'unauthorized')
    await failureOf(visitor.readingTime.export({}), 'unauthorized')
    await failureOf(visitor.readingTime.remove({}), 'unauthorized')
  })
})
