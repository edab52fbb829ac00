import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { findBookId } from '../../../test/find-book-id.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('likes, saves, ratings and shelves', async (t) => {
  const site = await startTestSite(t)
  const { db, visitor, url } = site
  const second = await site.secondNode()
  const books = await db.selectFrom('book').select(['id', 'title']).orderBy('id').limit(40).execute()
  const ids = books.map(({ id }) => id)
  const [first = '', other = '', third = ''] = ids
  const video = newId()
  await db.insertInto('video').values({ id: video, title: '三峡', source: 'https://v.test/1.mp4' }).execute()
  const testUsers = await Promise.all(Array.from({ length: 12 }, (_, n) => site.newUser(`读者${n}`)))
  const [{ api, user }, { api: friend }] = testUsers as [(typeof testUsers)[0], (typeof testUsers)[0]]
  const book = (itemId: string) => ({ itemType: 'book' as const, itemId })
  const etagOf = async (path: string, base = url) => (await fetch(base + path)).headers.get('etag')

  await t.test('a repeated like counts once and can be withdrawn', async () => {
    for (const item of [book(first), { itemType: 'video' as const, itemId: video }]) {
      assert.deepEqual(await api.reaction.like({ ...item, on: true }), { on: true, count: 1 })
      assert.deepEqual(await api.reaction.like({ ...item, on: true }), { on: true, count: 1 })
      assert.deepEqual(await friend.reaction.like({ ...item, on: true }), { on: true, count: 2 })
      assert.deepEqual(await api.reaction.save({ ...item, on: true }), { on: true, count: 1 })
      assert.deepEqual(await api.reaction.like({ ...item, on: false }), { on: false, count: 1 })
      assert.deepEqual(await api.reaction.like({ ...item, on: false }), { on: false, count: 1 })
      assert.deepEqual(await friend.reaction.like({ ...item, on: false }), { on: false, count: 0 })
      assert.deepEqual(await api.reaction.save({ ...item, on: false }), { on: false, count: 0 })
    }
  })

  await t.test('unknown items, invalid input and visitors without an account are refused', async () => {
    await failureOf(api.reaction.like({ ...book(newId()), on: true }), 'missing')
    await failureOf(api.reaction.like({ itemType: 'comment', itemId: newId(), on: true }), 'missing')
    await failureOf(api.reaction.save({ itemType: 'comment' as 'book', itemId: first, on: true }), 'invalid')
    await failureOf(api.reaction.like({ ...book(first), on: 'yes' as unknown as boolean }), 'invalid')
    for (const score of [0, 11, 2.5]) await failureOf(api.reaction.rate({ ...book(first), score }), 'invalid')
    await failureOf(visitor.reaction.like({ ...book(first), on: true }), 'unauthorized')
    await failureOf(visitor.reaction.rate({ ...book(first), score: 1 }), 'unauthorized')
    await failureOf(visitor.reaction.show(book(first)), 'unauthorized')
    await failureOf(api.reaction.recount({ itemType: 'book' }), 'forbidden')
    await failureOf(visitor.reaction.ratings(book(newId())), 'missing')
    await failureOf(api.shelf.put({ bookId: newId(), state: 'want' }), 'missing')
    await failureOf(api.shelf.put({ bookId: first, state: 'want', day: '2999-01-01' }), 'invalid')
    await failureOf(api.shelf.put({ bookId: first, state: 'want', day: '2026-02-30' }), 'invalid')
    await failureOf(api.shelf.put({ bookId: first, state: 'want', note: '字'.repeat(201) }), 'invalid')
    await failureOf(visitor.shelf.list({ state: 'want' }), 'unauthorized')
  })

  await t.test('after fifty clients toggled a like, the count and the popularity of the marks are exact', async () => {
    const calls = Array.from({ length: 50 }, async (_, n) => {
      const { api } = testUsers[n % testUsers.length] ?? assert.fail()
      for (let round = 0; round < 2; round++) {
        await api.reaction.like({ ...book(other), on: (n + round) % 3 !== 0 })
        await api.reaction.save({ ...book(other), on: (n + round) % 2 === 0 })
        await api.reaction.rate({ ...book(other), score: ((n + round) % 10) + 1 })
      }
    })
    await Promise.all(calls)
    const shown = await visitor.book.show({ id: other })
    const count = async (table: 'itemLike' | 'itemSave' | 'rating') =>
      (await db.selectFrom(table).selectAll().where('itemId', '=', other).execute()).length
    assert.deepEqual(
      [shown.likes, shown.countSave, shown.countRated],
      [await count('itemLike'), await count('itemSave'), await count('rating')],
    )
    const { rows } = await sql<{ popularity: number }>`
      select popularity from mark where item_id = ${other} except select popularity from book where id = ${other}`.execute(
      db,
    )
    assert.deepEqual(rows, [])
  })

  await t.test('ratings by half stars add up, and three ratings make a score', async () => {
    const rate = (n: number, score: number | null) => testUsers[n]?.api.reaction.rate({ ...book(third), score })
    await rate(0, 9)
    await rate(1, 7)
    assert.equal((await visitor.reaction.ratings(book(third))).score, null)
    await rate(2, 10)
    assert.deepEqual(await visitor.reaction.ratings(book(third)), {
      countRated: 3,
      score: 8.7,
      counts: [0, 0, 0, 0, 0, 0, 1, 0, 1, 1],
    })
    await rate(2, 1)
    assert.equal((await visitor.book.show({ id: third })).score, 5.7)
    assert.deepEqual((await api.auth.loginStatus()).rated?.[0], { ...book(third), score: 9 })
    await rate(2, null)
    assert.deepEqual([(await visitor.book.show({ id: third })).score, (await rate(2, null))?.countRated], [null, 2])
  })

  await t.test('a shelf stores state, day and note, and lists its books by state in pages', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    assert.equal((await api.shelf.put({ bookId: first, state: 'want' })).day, today)
    const note = '雨天读'
    const read = { state: 'read' as const, day: '2026-03-01', note }
    assert.deepEqual(await api.shelf.put({ bookId: first, ...read }), read)
    assert.deepEqual(await api.shelf.put({ bookId: first, state: 'read' }), read)
    assert.deepEqual(await api.shelf.put({ bookId: first, state: 'reading' }), { state: 'reading', day: today, note })
    assert.deepEqual(await api.shelf.put({ bookId: first, ...read, note: '' }), { ...read, note: '' })
    for (const bookId of ids.slice(1, 5)) await api.shelf.put({ bookId, state: 'want' })
    const page = await api.shelf.list({ state: 'want', limit: 3 })
    const rest = await api.shelf.list({ state: 'want', limit: 3, cursor: page.nextCursor ?? '' })
    assert.deepEqual(
      [...page.list, ...rest.list].map(({ book }) => book.itemId),
      ids.slice(1, 5).toReversed(),
    )
    assert.deepEqual([page.counts, page.total, rest.nextCursor], [{ want: 4, reading: 0, read: 1 }, 4, null])
    await failureOf(api.shelf.list({ state: 'want', cursor: 'x' }), 'invalid')
    // The day is that of the user's device, in whatever time zone, unless its clock is wrong.
    const dayAt = (hoursAhead: number) => new Date(Date.now() + hoursAhead * 3_600_000).toISOString().slice(0, 10)
    for (const [ofDevice, day] of [
      [dayAt(14), dayAt(14)],
      [dayAt(-12), dayAt(-12)],
      [dayAt(72), today],
      [dayAt(-72), today],
    ] as const) {
      await api.shelf.remove({ bookId: first })
      assert.equal((await api.shelf.put({ bookId: first, state: 'read', today: ofDevice })).day, day, ofDevice)
    }
    assert.deepEqual(await api.shelf.put({ bookId: first, ...read, today }), read)
    assert.equal((await friend.shelf.list({ state: 'want' })).total, 0)
    await api.shelf.remove({ bookId: first })
    assert.equal((await api.reaction.show(book(first))).shelf, null)
    assert.equal((await api.reaction.show(book(other))).shelf?.state, 'want')
  })

  await t.test('a shelf tells how far its user has read each text', async () => {
    const { api } = await site.newUser()
    const poems = await findBookId(db, '诗经')
    const novel = await findBookId(db, '边城')
    const device = { deviceId: newId(), device: '浏览器', updatedAt: new Date().toISOString() }
    for (const bookId of [poems, novel]) await api.shelf.put({ bookId, state: 'reading' })
    await api.reading.put({ bookId: poems, fileId: newId(), locator: '', fraction: 0.25, ...device })
    await friend.reading.put({ bookId: novel, fileId: newId(), locator: '', fraction: 0.5, ...device })
    const { list } = await api.shelf.list({ state: 'reading' })
    assert.deepEqual(
      list.map(({ book, hasText, fraction }) => [book.itemId, hasText, fraction]),
      [
        [novel, false, null],
        [poems, true, 0.25],
      ],
    )
  })

  await t.test('likes and saves are listed as ids and as items', async () => {
    const testUser = testUsers[11]?.api ?? assert.fail()
    await testUser.reaction.like({ ...book(other), on: false })
    for (const id of ids.slice(2, 7)) await testUser.reaction.like({ ...book(id), on: true })
    await testUser.reaction.like({ itemType: 'video', itemId: video, on: true })
    const { id: itemId } = await api.comment.create({ ...book(first), content: '渡口的水声一直在' })
    await testUser.reaction.like({ itemType: 'comment', itemId, on: true })
    const listed = await testUser.reaction.likeSave()
    assert.ok('likedBooks' in listed)
    assert.deepEqual(listed.likedBooks, ids.slice(2, 7).toReversed())
    assert.deepEqual([listed.likedVideos, listed.likedComments], [[video], [itemId]])
    assert.deepEqual(listed.counts.likes, { books: 5, videos: 1, comments: 1 })
    const page = await testUser.reaction.likeSave({ expand: 'like', limit: 3 })
    assert.ok('list' in page)
    assert.deepEqual(
      [page.total, page.list[0]?.comment?.content, page.list[1]?.item.title],
      [7, '渡口的水声一直在', '三峡'],
    )
    const next = await testUser.reaction.likeSave({ expand: 'like', limit: 50, cursor: page.nextCursor ?? '' })
    assert.ok('list' in next)
    assert.deepEqual([next.list.length, next.nextCursor], [4, null])
    const only = await testUser.reaction.likeSave({ expand: 'like', itemType: 'video' })
    assert.ok('list' in only && only.total === 1)
    await failureOf(testUser.reaction.likeSave({ expand: 'like', cursor: 'x' }), 'invalid')
    const mine = await testUser.reaction.show(book(first))
    assert.deepEqual([mine.liked, mine.likedComments], [false, [itemId]])
  })

  await t.test('pages that show a changed number are invalidated on every node, and no others', async () => {
    const quiet = ids[30] ?? ''
    const loud = ids[31] ?? ''
    const paths = [`/book/${loud}`, `/book/${quiet}`, `/cover/${loud}.svg`, '/', '/book?sort=new', '/book?sort=score']
    // The page with the newest books shows neither of the two books of this test, so it must stay cached.
    const { list } = await visitor.book.list({ sort: 'new', limit: 24 })
    assert.ok(!list.some(({ id }) => id === loud))
    for (const base of [url, second]) {
      const before = await Promise.all(paths.map((path) => etagOf(path, base)))
      await api.reaction.like({ ...book(loud), on: base === url })
      await fetch(`${base}/api/v1/auth/logout`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
      const after = await Promise.all(paths.map((path) => etagOf(path, base)))
      assert.deepEqual(
        after.map((etag, at) => etag === before[at]),
        [false, true, true, true, true, true],
      )
    }
    const hot = () => fetch(`${second}/book`).then((response) => response.text())
    await hot()
    for (const { api } of testUsers) await api.reaction.like({ ...book(loud), on: true })
    await friend.auth.logout()
    await api.reaction.save({ ...book(loud), on: true })
    await fetch(`${second}/api/v1/auth/logout`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    assert.match(
      (await hot()).match(/book-card-title" href="\/book\/([\da-f-]+)"/)?.[1] ?? '',
      new RegExp(`${loud}|${other}`),
    )
  })

  // The number of writes can be raised: with `MIXED_WRITES=10000` this test takes several minutes.
  const writes = Number(process.env['MIXED_WRITES'] ?? 1600)
  await t.test('after many mixed writes a recount corrects nothing, and it corrects wrong counters', async () => {
    await sql`insert into item_like (user_id, item_type, item_id)
      select "user".id, 'book', book.id from "user" cross join (select id from book order by id limit 40) book
      on conflict do nothing`.execute(db)
    const admin = await site.newUser('阿管', ['admin'])
    const mend = async () => {
      let corrected = 0
      for (let after: string | null = null; ;) {
        const lot = await admin.api.reaction.recount({ itemType: 'book', after })
        corrected += lot.corrected
        if ((after = lot.next) === null) return corrected
      }
    }
    assert.equal(await mend(), 40)
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const write = async () => {
      const { api } = testUsers[2 + random(9)] ?? assert.fail()
      const item = book(ids[random(12)] ?? '')
      const on = random(2) === 0
      const kind = random(4)
      if (kind === 0) await api.reaction.save({ ...item, on })
      else if (kind === 1) await api.reaction.rate({ ...item, score: on ? random(10) + 1 : null })
      else await api.reaction.like({ ...item, on })
    }
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let n = 0; n < writes / 16; n++) await write()
      }),
    )
    assert.equal(await mend(), 0)
    await db.updateTable('book').set({ likes: 1 }).where('id', '=', first).execute()
    assert.equal(await mend(), 1)
    assert.equal(user.name, '读者0')
  })

  await t.test('counts are exact beyond the 1000 ids of a list', async () => {
    const { api, user } = await site.newUser()
    const liked = Array.from({ length: 1003 }, () => ({ userId: user.id, itemType: 'book' as const, itemId: newId() }))
    await db.insertInto('itemLike').values(liked).execute()
    await api.reaction.save({ ...book(first), on: true })
    const { counters } = await api.user.show()
    assert.deepEqual(counters, {
      likes: { books: 1003, videos: 0, comments: 0 },
      saves: { books: 1, videos: 0 },
      recommends: 0,
      comments: 0,
    })
    const listed = await api.reaction.likeSave()
    assert.ok('counts' in listed)
    assert.deepEqual([listed.counts.likes, listed.likedBooks.length], [counters.likes, 1000])
  })
})
