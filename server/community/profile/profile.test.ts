import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { migrate, migrationsDirectory } from '#server/platform/db/migrate.ts'
import { readMigrations } from '#server/platform/db/migration-files.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('public profiles', async (t) => {
  const site = await startTestSite(t)
  const { db, url, visitor, newUser, caller, mailbox } = site
  const [book, other] = (await visitor.book.list()).list
  assert.ok(book && other)
  const page = (id: string) => fetch(`${url}/user/${id}`)
  const newPublicUser = async (name: string) => {
    const testUser = await newUser(name)
    await testUser.api.profile.setVisibility({ isPublic: true })
    return testUser
  }

  await t.test('are private until their users choose otherwise, wherever they could be seen', async () => {
    const { api, user, token } = await newUser('静静的人')
    await api.user.update({ bio: '不想给人看的简介' })
    const day = '2025-03-05'
    await api.shelf.put({ bookId: book.id, state: 'read', day, note: '不想给人看的笔记' })
    await api.shelfMap.setVisibility({ isPublic: true })
    await api.shelfMap.setYearVisibility({ year: 2025, isPublic: true })
    const item = { itemType: 'book' as const, itemId: book.id }
    const { id: commentId } = await api.comment.create({ ...item, content: '给人看的评论' })
    assert.deepEqual(await api.profile.showVisibility(), { isPublic: false })
    const hidden = [`/user/${user.id}`, `/api/v1/profile/${user.id}`, `/map/user/${user.id}.svg`]
    hidden.push(...['.svg', '.png', '/2025.svg', '/2025.png'].map((end) => `/share/user/${user.id}${end}`))
    for (const path of hidden) assert.equal((await fetch(url + path)).status, 404, path)
    const open = [`/book/${book.id}`, `/api/v1/comment/thread/${commentId}`, '/feed.xml', '/opds', '/opds/v2', '/']
    for (const path of open) assert.doesNotMatch(await (await fetch(url + path)).text(), /不想给人看/, path)
    const shelf = await fetch(`${url}/opds/shelf`, { headers: { authorization: token } })
    assert.equal(shelf.status, 401)
    // The name beside a comment leads to the profile only while there is something to see.
    const link = `href="/user/${user.id}"`
    const bookPage = async () => (await fetch(`${url}/book/${book.id}`)).text()
    assert.ok(!(await bookPage()).includes(link))
    await api.profile.setVisibility({ isPublic: true })
    assert.ok((await bookPage()).includes(link))
    for (const path of hidden) assert.equal((await fetch(url + path)).status, 200, path)
    assert.match(await (await page(user.id)).text(), /不想给人看的简介[^]*不想给人看的笔记/)
  })

  await t.test('are public from the start if a new user chooses so', async () => {
    const account = 'open@books.test'
    await caller().auth.sendCode({ account, purpose: 'register' })
    const code = mailbox.codeFor(account)
    const { user } = await caller().user.create({ account, code, isPublic: true })
    assert.equal((await page(user.id)).status, 200)
  })

  await t.test('show shelf, recommendations and comments, and are invalidated by each change', async () => {
    const { api, user } = await newPublicUser('翠翠')
    const html = async () => (await page(user.id)).text()
    const first = await page(user.id)
    assert.equal(first.status, 200)
    assert.match(await first.text(), /翠翠的书架还空着/)
    await api.shelf.put({ bookId: book.id, state: 'read', note: '在渡船上读完' })
    assert.match(await html(), /在渡船上读完/)
    const comment = await api.comment.create({
      itemType: 'book',
      itemId: other.id,
      content: '好看，||结局是分别||，还想再读',
    })
    assert.match(await html(), /还想再读/)
    assert.doesNotMatch(await html(), /结局是分别/)
    await db
      .insertInto('recommendation')
      .values({
        id: newId(),
        userId: user.id,
        bookId: book.id,
        title: book.title,
        authors: book.authors,
        reason: '一条还没有通过的推荐，不该给别人看到的理由',
        status: 'pending',
      })
      .execute()
    const shown = await visitor.profile.show({ id: user.id })
    assert.deepEqual(shown.recommends, [])
    assert.equal(shown.comments[0]?.book.title, other.title)
    assert.deepEqual([shown.shelves.read.count, shown.shelves.want.count], [1, 0])
    await api.comment.remove({ id: comment.id })
    assert.doesNotMatch(await html(), /还想再读/)
  })

  await t.test('have an address, a title and structured data, and are hidden from robots', async () => {
    const { user } = await newPublicUser('傩送')
    const html = await (await page(user.id)).text()
    assert.match(html, new RegExp(`<link rel="canonical" href="http://books.test/user/${user.id}"`))
    assert.match(html, /<meta name="robots" content="noindex"/)
    assert.match(html, /<title>傩送 · 知图<\/title>/)
    assert.match(html, /"@type":"ProfilePage"/)
  })

  await t.test('are missing alike for unknown, deleted and private users', async () => {
    const [hidden, deletedUser] = [await newPublicUser('藏起来的人'), await newPublicUser('走了的人')]
    assert.equal((await page(hidden.user.id)).status, 200)
    assert.deepEqual(await hidden.api.profile.showVisibility(), { isPublic: true })
    await hidden.api.profile.setVisibility({ isPublic: false })
    assert.deepEqual(await hidden.api.profile.showVisibility(), { isPublic: false })
    await db.updateTable('user').set({ deletedAt: new Date() }).where('id', '=', deletedUser.user.id).execute()
    const unknown = newId()
    const answers = await Promise.all(
      [hidden.user.id, deletedUser.user.id, unknown].map(async (id) => {
        const { message } = await failureOf(visitor.profile.show({ id }), 'missing')
        const answer = await page(id)
        return [message, answer.status, (await answer.text()).replaceAll(id, '')]
      }),
    )
    assert.equal(answers[0]?.[1], 404)
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
    assert.equal((await page('somebody')).status, 404)
    await hidden.api.profile.setVisibility({ isPublic: true })
    assert.equal((await page(hidden.user.id)).status, 200)
    await failureOf(visitor.profile.setVisibility({ isPublic: false }), 'unauthorized')
    await failureOf(hidden.api.profile.setVisibility({ isPublic: 'no' as unknown as boolean }), 'invalid')
    await failureOf(visitor.profile.show({ id: 'x' }), 'invalid')
  })

  await t.test('show the map of the shelf only while its owner chooses so', async () => {
    const { api, user } = await newPublicUser('船总')
    const statuses = () =>
      Promise.all(
        [`/map/user/${user.id}.svg`, `/share/user/${user.id}.svg`, `/share/user/${user.id}.png`].map(
          async (path) => (await fetch(url + path)).status,
        ),
      )
    await api.shelf.put({ bookId: book.id, state: 'read', day: '2026-03-05' })
    await api.shelf.put({ bookId: other.id, state: 'want' })
    const mine = await api.shelfMap.show()
    assert.deepEqual([mine.isPublic, mine.map.countBooks], [false, 2])
    assert.ok(mine.map.countPlaces > 0 && mine.map.countPlaces >= mine.map.countCountries)
    assert.match(mine.globe, /^<svg[^]*<circle/)
    assert.equal((await visitor.profile.show({ id: user.id })).map, null)
    assert.deepEqual(await statuses(), [404, 404, 404])

    await api.shelfMap.setVisibility({ isPublic: true })
    assert.deepEqual((await visitor.profile.show({ id: user.id })).map, mine.map)
    assert.match(await (await page(user.id)).text(), /船总的读书地图/)
    assert.deepEqual(await statuses(), [200, 200, 200])
    const poster = Buffer.from(await (await fetch(`${url}/share/user/${user.id}.png`)).arrayBuffer())
    assert.deepEqual([poster.readUInt32BE(16), poster.readUInt32BE(20)], [1080, 1440])

    await api.shelfMap.setVisibility({ isPublic: false })
    assert.deepEqual(await statuses(), [404, 404, 404])
    assert.doesNotMatch(await (await page(user.id)).text(), /读书地图/)
  })

  await t.test('show no map of suspended users or of private profiles', async () => {
    const { api, user } = await newPublicUser('杨马兵')
    const admin = await newUser('管事', ['admin'])
    const status = async () => (await fetch(`${url}/map/user/${user.id}.svg`)).status
    await api.shelf.put({ bookId: book.id, state: 'reading' })
    await api.shelfMap.setVisibility({ isPublic: true })
    assert.equal(await status(), 200)
    await api.profile.setVisibility({ isPublic: false })
    assert.equal(await status(), 404)
    await api.profile.setVisibility({ isPublic: true })
    assert.equal(await status(), 200)
    await admin.api.user.suspend({ id: user.id, reason: '刷屏' })
    assert.equal(await status(), 404)
    assert.equal((await visitor.profile.show({ id: user.id })).map, null)
  })

  await t.test('review a year for the user alone, also as a poster', async () => {
    const { api } = await newUser('老船夫')
    await api.shelf.put({ bookId: book.id, state: 'read', day: '2025-03-05' })
    await api.shelf.put({ bookId: other.id, state: 'read', day: '2024-12-31' })
    const review = await api.shelfMap.showYear({ year: 2025 })
    assert.deepEqual([review.countBooks, review.months[2], review.years], [1, 1, [2025, 2024]])
    assert.deepEqual(
      review.books.map(({ id }) => id),
      [book.id],
    )
    assert.equal((await api.shelfMap.showYear({ year: 1999 })).countBooks, 0)
    const { svg, png } = await api.shelfMap.poster({ year: 2025 })
    assert.match(svg, /^<svg[^>]+width="1080" height="1440"/)
    assert.equal(Buffer.from(png, 'base64').readUInt32BE(20), 1440)
    await failureOf(api.shelfMap.showYear({ year: 20 }), 'invalid')
    await failureOf(api.shelfMap.setVisibility({ isPublic: 1 as unknown as boolean }), 'invalid')
    await failureOf(visitor.shelfMap.show(), 'unauthorized')
    await failureOf(visitor.shelfMap.showYear({ year: 2025 }), 'unauthorized')
    await failureOf(visitor.shelfMap.poster(), 'unauthorized')
    await failureOf(visitor.shelfMap.setVisibility({ isPublic: true }), 'unauthorized')
  })

  await t.test('show the map of the books with one shelf state', async () => {
    const { api } = await newUser('伙计')
    await api.shelf.put({ bookId: book.id, state: 'read' })
    await api.shelf.put({ bookId: other.id, state: 'want' })
    const all = await api.shelfMap.show()
    const read = await api.shelfMap.show({ state: 'read' })
    assert.deepEqual([all.map.countBooks, read.map.countBooks], [2, 1])
    assert.ok(read.map.places.every(({ state }) => state === 'read'))
    assert.ok(read.map.places.every(({ lng, lat }) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90))
    assert.equal((await api.shelfMap.show({ state: 'reading' })).map.countBooks, 0)
    await failureOf(api.shelfMap.show({ state: 'lost' as 'read' }), 'invalid')
  })

  await t.test('show the poster of a year only while its owner agrees for this year', async () => {
    const { api, user } = await newPublicUser('水手')
    const admin = await newUser('掌柜', ['admin'])
    const statuses = (year: number | string) =>
      Promise.all(
        ['svg', 'png'].map(async (kind) => (await fetch(`${url}/share/user/${user.id}/${year}.${kind}`)).status),
      )
    await api.shelf.put({ bookId: book.id, state: 'read', day: '2025-03-05' })
    await api.shelf.put({ bookId: other.id, state: 'read', day: '2024-12-31' })
    assert.deepEqual(await statuses(2025), [404, 404])
    assert.equal((await api.shelfMap.showYear({ year: 2025 })).isPublic, false)

    await api.shelfMap.setYearVisibility({ year: 2025, isPublic: true })
    await api.shelfMap.setYearVisibility({ year: 2025, isPublic: true })
    assert.equal((await api.shelfMap.showYear({ year: 2025 })).isPublic, true)
    assert.equal((await api.shelfMap.showYear({ year: 2024 })).isPublic, false)
    assert.deepEqual(
      [await statuses(2025), await statuses(2024)],
      [
        [200, 200],
        [404, 404],
      ],
    )
    assert.deepEqual((await visitor.profile.show({ id: user.id })).years, [2025])
    assert.match(await (await page(user.id)).text(), new RegExp(`/share/user/${user.id}/2025\\.png`))
    const answer = await fetch(`${url}/share/user/${user.id}/2025.png`)
    const poster = Buffer.from(await answer.arrayBuffer())
    assert.deepEqual([poster.readUInt32BE(16), poster.readUInt32BE(20)], [1080, 1440])
    assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')], ['no-cache', 'noindex'])

    // A year in which the user finished no book has no poster, even if the user has made the year public.
    await api.shelfMap.setYearVisibility({ year: 1999, isPublic: true })
    assert.deepEqual(await statuses(1999), [404, 404])
    assert.deepEqual((await visitor.profile.show({ id: user.id })).years, [2025])

    await api.profile.setVisibility({ isPublic: false })
    assert.deepEqual(await statuses(2025), [404, 404])
    await api.profile.setVisibility({ isPublic: true })
    assert.deepEqual(await statuses(2025), [200, 200])
    await api.shelfMap.setYearVisibility({ year: 2025, isPublic: false })
    assert.deepEqual(await statuses(2025), [404, 404])
    assert.deepEqual((await visitor.profile.show({ id: user.id })).years, [])

    await api.shelfMap.setYearVisibility({ year: 2025, isPublic: true })
    await admin.api.user.suspend({ id: user.id, reason: '刷屏' })
    assert.deepEqual(await statuses(2025), [404, 404])
  })

  await t.test('refuse years that are none, and the years of others', async () => {
    const { api, user } = await newPublicUser('纤夫')
    const other = await newUser('渡客')
    await api.shelf.put({ bookId: book.id, state: 'read', day: '2025-03-05' })
    // A user can make public only their own years, so the call of another user does not publish the year of this user.
    await other.api.shelfMap.setYearVisibility({ year: 2025, isPublic: true })
    assert.equal((await fetch(`${url}/share/user/${user.id}/2025.png`)).status, 404)
    for (const path of [`${user.id}/20250.png`, `${user.id}/-1.png`, `${user.id}/x.svg`, 'somebody/2025.png'])
      assert.equal((await fetch(`${url}/share/user/${path}`)).status, 404, path)
    await failureOf(api.shelfMap.setYearVisibility({ year: 20, isPublic: true }), 'invalid')
    await failureOf(api.shelfMap.setYearVisibility({ year: 2025, isPublic: 1 as unknown as boolean }), 'invalid')
    await failureOf(visitor.shelfMap.setYearVisibility({ year: 2025, isPublic: true }), 'unauthorized')
  })
})

test('profiles that nobody has chosen to show become private, and their users are told', async (t) => {
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  const client = new pg.Client(connection)
  await client.connect()
  t.after(async () => {
    await client.end()
    await drop()
  })
  const names = (await readMigrations(migrationsDirectory)).map(({ name }) => name)
  await migrate(connection, { count: names.findIndex((name) => name.endsWith('-private-profiles.sql')) })
  await client.query(`insert into "user" (id, name, email, map_is_public, public_years, is_public, deleted_at) values
    (gen_random_uuid(), 'unasked', 'a@books.test', false, '{}', true, null),
    (gen_random_uuid(), 'map', 'b@books.test', true, '{}', true, null),
    (gen_random_uuid(), 'year', 'c@books.test', false, '{2025}', true, null),
    (gen_random_uuid(), 'hidden', 'd@books.test', false, '{}', false, null),
    (gen_random_uuid(), 'editors', null, false, '{}', true, null)`)
  await migrate(connection)
  const { rows } = await client.query<{ name: string; isPublic: boolean; messages: string[] }>(
    `select name, is_public as "isPublic",
      array(select id || kind || excerpt from message where user_id = "user".id) as messages from "user" order by email`,
  )
  assert.deepEqual(
    rows.map(({ name, isPublic, messages }) => [name, isPublic, messages.length]),
    [
      ['unasked', false, 1],
      ['map', true, 0],
      ['year', true, 0],
      ['hidden', false, 0],
      ['editors', true, 0],
    ],
  )
  assert.match(
    rows[0]?.messages[0] ?? '',
    /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}system你的主页/,
  )
})
