import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { maxAnnotations } from '#shared/annotation-limit.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import type { ReportedProgress } from './reading-queries.ts'
import { findBookId } from '../../../test/find-book-id.ts'

test('reading', async (t) => {
  const { visitor, newUser, db } = await startTestSite(t)
  const bookId = await findBookId(db, '边城')
  const fileId = newId()
  const progressAt = (fraction: number, updatedAt: Date, deviceId: string = newId()): ReportedProgress => ({
    bookId,
    fileId,
    locator: 'epubcfi(/6/4!/4/2/1:0)',
    fraction,
    updatedAt: updatedAt.toISOString(),
    deviceId,
    device: '电脑',
  })
  const hour = 3_600_000
  const ago = (hours: number) => new Date(Date.now() - hours * hour)

  const highlight = (change: Partial<Annotation> = {}): Annotation => ({
    id: newId(),
    fileId,
    kind: 'highlight',
    color: 'yellow',
    locator: 'epubcfi(/6/4!/4/2,/1:0,/1:4)',
    fraction: 0.25,
    quote: '凭水依山',
    chapter: '一',
    note: '',
    createdAt: ago(3).toISOString(),
    updatedAt: ago(3).toISOString(),
    isDeleted: false,
    ...change,
  })

  await t.test(
    'of reports of old pages without versions the newest one is stored, in any order of arrival',
    async () => {
      const { api } = await newUser()
      assert.equal((await api.reading.show({ bookId })).progress, null)
      await api.reading.put(progressAt(0.4, ago(2)))
      assert.equal((await api.reading.put(progressAt(0.1, ago(5)))).progress.fraction, 0.4)
      assert.equal((await api.reading.put(progressAt(0.2, ago(1)))).progress.fraction, 0.2)
      const { list } = await api.reading.list()
      assert.deepEqual(
        list.map(({ title, fraction }) => [title, fraction]),
        [['边城', 0.2]],
      )
      await api.reading.delete({ bookId })
      assert.deepEqual((await api.reading.list()).list, [])
    },
  )

  await t.test('of concurrent reports of many devices the newest wins', async () => {
    const { api } = await newUser()
    const reports = Array.from({ length: 12 }, (_, at) => progressAt(at / 20, ago(20 - at)))
    await Promise.all(reports.toSorted(() => 0.5 - Math.random()).map((one) => api.reading.put(one)))
    assert.equal((await api.reading.show({ bookId })).progress?.fraction, 11 / 20)
  })

  await t.test('a device whose clock is ahead wins only for the present', async () => {
    const { api } = await newUser()
    await api.reading.put(progressAt(0.9, ago(-48)))
    assert.equal((await api.reading.put(progressAt(0.3, ago(-24)))).progress.fraction, 0.3)
  })

  await t.test('invalid positions are refused, and unknown books are missing', async () => {
    const { api } = await newUser()
    for (const wrong of [
      { fraction: 1.5 },
      { fraction: -0.1 },
      { locator: 'javascript:alert(1)' },
      { device: '长'.repeat(41) },
    ])
      await failureOf(api.reading.put({ ...progressAt(0.5, ago(1)), ...wrong }), 'invalid')
    await failureOf(api.reading.put({ ...progressAt(0.5, ago(1)), bookId: newId() }), 'missing')
    await failureOf(api.annotation.put({ bookId: newId(), list: [highlight()] }), 'missing')
    await failureOf(visitor.reading.outline({ bookId: newId() }), 'missing')
    await failureOf(visitor.reading.show({ bookId }), 'unauthorized')
    await failureOf(visitor.annotation.list({ bookId }), 'unauthorized')
  })

  await t.test('an annotation that is sent repeatedly is stored once, and the latest version wins', async () => {
    const { api } = await newUser()
    const created = highlight()
    await api.annotation.put({ bookId, list: [created] })
    await api.annotation.put({ bookId, list: [created] })
    const noted = { ...created, note: '像画', updatedAt: ago(1).toISOString() }
    await api.annotation.put({ bookId, list: [noted] })
    assert.deepEqual((await api.annotation.put({ bookId, list: [created] })).list, [noted])
    assert.deepEqual((await api.annotation.list({ bookId })).list, [noted])
    await failureOf(api.annotation.put({ bookId, list: [created, created] }), 'invalid')
  })

  await t.test('a deleted annotation leaves a record without content, and no old version restores it', async () => {
    const { api } = await newUser()
    const created = highlight({ note: '私房话' })
    await api.annotation.put({ bookId, list: [created] })
    await api.annotation.put({ bookId, list: [{ ...created, isDeleted: true, updatedAt: ago(1).toISOString() }] })
    await api.annotation.put({ bookId, list: [created] })
    const [left] = (await api.annotation.list({ bookId })).list
    assert.deepEqual([left?.isDeleted, left?.note, left?.quote], [true, '', ''])
  })

  await t.test('users have separate annotations, even with the same id', async () => {
    const [one, other] = [await newUser(), await newUser()]
    const created = highlight({ note: '甲' })
    await one.api.annotation.put({ bookId, list: [created] })
    await other.api.annotation.put({ bookId, list: [{ ...created, note: '乙', updatedAt: ago(1).toISOString() }] })
    assert.equal((await one.api.annotation.list({ bookId })).list[0]?.note, '甲')
    assert.equal((await other.api.annotation.list({ bookId })).list[0]?.note, '乙')
  })

  await t.test('the number of annotations is limited, also for concurrent calls', async () => {
    const { api, user } = await newUser()
    const rows = Array.from({ length: maxAnnotations - 30 }, () => highlight()).map((one) => ({
      ...one,
      userId: user.id,
      bookId,
      createdAt: new Date(one.createdAt),
      updatedAt: new Date(one.updatedAt),
    }))
    await db.insertInto('annotation').values(rows).execute()
    const twenty = () => Array.from({ length: 20 }, () => highlight())
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => api.annotation.put({ bookId, list: twenty() })))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    await failureOf(api.annotation.put({ bookId, list: twenty() }), 'conflict')
    await failureOf(api.annotation.put({ bookId, list: Array.from({ length: 21 }, () => highlight()) }), 'invalid')
    let after: string | undefined
    let count = 0
    do {
      const page: { list: Annotation[]; next: string | null } = await api.annotation.list({
        bookId,
        ...(after && { after }),
      })
      count += page.list.length
      after = page.next ?? undefined
    } while (after !== undefined)
    assert.equal(count, maxAnnotations - 10)
  })
})
