import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../test/test-site.ts'
import { SoftAuthenticator } from '../../test/soft-authenticator.ts'
import { userDataTables } from '#server/account/user/user-tables.ts'

test('user data', async (t) => {
  const site = await startTestSite(t)
  const { visitor, caller, db, mailbox, newUser, secondNode } = site
  const books = (await visitor.book.list({ limit: 3 })).list.map(({ id }) => id)
  const [bookId = '', otherBook = ''] = books
  const codeFor = async (account: string) => {
    await db
      .updateTable('verificationCode')
      .set({ createdAt: new Date(0) })
      .where('account', '=', account)
      .execute()
    await caller().auth.sendCode({ account, purpose: 'delete' })
    return mailbox.codeFor(account)
  }
  const comment = async (userId: string, content: string, state: 'published' | 'held' = 'published') => {
    const row = { id: newId(), itemType: 'book' as const, itemId: bookId, userId, content, state }
    await db
      .insertInto('comment')
      .values({ ...row, parentId: null, replyTo: null })
      .execute()
    return row.id
  }
  /**
   * Creates a user with one row in every table of user data; the counts of comments and reactions include these rows.
   */
  const newBusyUser = async (name = '勤快的人') => {
    const testUser = await newUser(name)
    const userId = testUser.user.id
    const own = await comment(userId, '一句自己的话')
    const held = await comment(userId, '一句待审的话', 'held')
    const others = await comment((await newUser()).user.id, '别人的话')
    const item = { userId, itemType: 'book' as const }
    for (const itemId of books)
      await db
        .insertInto('itemLike')
        .values({ ...item, itemId })
        .execute()
    await db.insertInto('itemLike').values({ userId, itemType: 'comment', itemId: others }).execute()
    await db
      .insertInto('itemSave')
      .values({ ...item, itemId: bookId })
      .execute()
    await db
      .insertInto('rating')
      .values({ ...item, itemId: otherBook, score: 9 })
      .execute()
    await db.insertInto('shelf').values({ userId, bookId, state: 'read', day: '2026-03-04', note: '读完了' }).execute()
    await db
      .insertInto('report')
      .values({ id: newId(), userId, commentId: others, reason: '跑题', outcome: null })
      .execute()
    const authenticator = new SoftAuthenticator({ origin: 'http://books.test' })
    await testUser.api.passkey.add({
      ...authenticator.create(await testUser.api.passkey.newChallenge()),
      name: '我的手机',
    })
    await testUser.api.kosync.create({})
    const synced = { document: 'a', progress: '1', percentage: 0.5, device: 'Kobo', deviceId: '' }
    await db
      .insertInto('kosyncProgress')
      .values({ userId, ...synced })
      .execute()
    const reading = { userId, day: '2026-03-04', bookId, counterId: newId(), seconds: 600, characters: 3000 }
    await db.insertInto('readingTime').values(reading).execute()
    await recount()
    return { ...testUser, own, held, others, authenticator }
  }
  const recount = () =>
    sql`update book set likes = (select count(*) from item_like where item_type = 'book' and item_id = book.id),
      count_save = (select count(*) from item_save where item_type = 'book' and item_id = book.id),
      count_rated = (select count(*) from rating where item_type = 'book' and item_id = book.id),
      sum_rated = (select coalesce(sum(score), 0) from rating where item_type = 'book' and item_id = book.id)`
      .execute(db)
      .then(() =>
        sql`update comment set likes = (select count(*) from item_like where item_type = 'comment' and item_id = comment.id)`.execute(
          db,
        ),
      )
  const counters = async () => [
    await db.selectFrom('book').select(['id', 'likes', 'countSave', 'countRated', 'sumRated']).orderBy('id').execute(),
    await db.selectFrom('comment').select(['id', 'likes']).orderBy('id').execute(),
  ]

  await t.test('the list of tables has every column that refers to a user', async () => {
    const { rows } = await sql<{ named: string }>`
      select conrelid::regclass || '.' || attname as named from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = '"user"'::regclass`.execute(db)
    const known = userDataTables.map(({ table, column }) => `${table}.${column}`)
    assert.deepEqual(rows.map(({ named }) => named).sort(), known.sort())
  })

  await t.test('the download is complete and contains no secrets', async () => {
    const { api, user, email, own, token } = await newBusyUser()
    const data = await api.user.data()
    const lengths = Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.length]))
    assert.deepEqual(lengths, {
      account: 1,
      session: 1,
      knownDevice: 1,
      passkey: 1,
      totp: 0,
      kosyncAccount: 1,
      kosyncProgress: 1,
      libraryImport: 0,
      comment: 2,
      itemLike: 4,
      itemSave: 1,
      rating: 1,
      shelf: 1,
      readingProgress: 0,
      annotation: 0,
      readingTime: 1,
      readingTimeChoice: 0,
      recommendation: 0,
      report: 1,
      message: 1,
      messagePreference: 0,
      audit: 0,
    })
    assert.deepEqual([data['account']?.[0]?.['email'], data['account']?.[0]?.['id']], [email, user.id])
    const comment = data['comment']?.find(({ id }) => id === own)
    const { title } = await visitor.book.show({ id: bookId })
    assert.deepEqual([comment?.['content'], comment?.['title']], ['一句自己的话', title])
    assert.deepEqual([data['shelf']?.[0]?.['day'], data['shelf']?.[0]?.['note']], ['2026-03-04', '读完了'])
    const text = JSON.stringify(data)
    assert.ok(!text.includes(token) && !/hash"|Hash"|secret|publicKey/i.test(text))
    await failureOf(visitor.user.data(), 'unauthorized')
  })

  await t.test('an account is deleted with a code for deletion and its password', async () => {
    const { api, email } = await newUser()
    await caller().auth.sendCode({ account: `x${email}`, purpose: 'delete' })
    await failureOf(api.user.remove({ code: mailbox.codeFor(`x${email}`) }), 'invalid')
    await db
      .updateTable('verificationCode')
      .set({ createdAt: new Date(0) })
      .execute()
    await caller().auth.sendCode({ account: email, purpose: 'login' })
    await failureOf(api.user.remove({ code: mailbox.codeFor(email) }), 'invalid')
    await failureOf(visitor.user.remove({ code: '123456' }), 'unauthorized')
    const account = `with-password-${email}`
    await caller().auth.sendCode({ account, purpose: 'register' })
    const { token } = await visitor.user.create({
      account,
      code: mailbox.codeFor(account),
      password: '船 到 桥头 自然直',
    })
    const code = await codeFor(account)
    await failureOf(caller(token).user.remove({ code }), 'invalid')
    const { data } = await failureOf(caller(token).user.remove({ code, password: '不是这个密码' }), 'invalid')
    assert.ok(data?.fields?.['password'])
    await caller(token).user.remove({ code, password: '船 到 桥头 自然直' })
    await failureOf(caller(token).user.show(), 'unauthorized')
  })

  await t.test(
    'comments are retained anonymously, all other data is deleted, and all counts are corrected',
    async () => {
      const before = await newBusyUser('要走的人')
      const { api, user, token, email, own, held, authenticator } = before
      await db
        .insertInto('recommendation')
        .values({
          id: newId(),
          userId: user.id,
          bookId,
          title: '',
          authors: [],
          status: 'approved',
          reason: '值得一读'.repeat(5),
        })
        .execute()
      const node = await secondNode()
      const page = async () => (await fetch(`${node}/book/${bookId}`)).text()
      assert.match(await page(), /要走的人/)
      await api.user.remove({ code: await codeFor(email) })
      // The second server process learns asynchronously that its cached page is outdated, so the test requests the page
      // until it has changed.
      while ((await page()).includes('要走的人')) await new Promise(setImmediate)
      assert.match(await page(), /已注销用户/)
      assert.doesNotMatch(await page(), /要走的人/)
      assert.equal((await fetch(`${node}/api/v1/user/info`, { headers: { authorization: token } })).status, 401)
      await failureOf(visitor.passkey.login(authenticator.get(await visitor.passkey.loginChallenge())), 'invalid')
      const counted = await counters()
      await recount()
      assert.deepEqual(counted, await counters())
      const left = await db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
      assert.deepEqual(
        [left.name, left.email, left.passwordHash, left.avatarKey, left.bio],
        ['已注销用户', null, null, '', ''],
      )
      const comments = await db
        .selectFrom('comment')
        .select(['id', 'content', 'state'])
        .where('userId', '=', user.id)
        .orderBy('id')
        .execute()
      assert.deepEqual(comments, [
        { id: own, content: '一句自己的话', state: 'published' },
        { id: held, content: '', state: 'deleted' },
      ])
      for (const { table, column, onDelete } of userDataTables.filter(
        (one) => one.onDelete !== 'retain' && typeof one.onDelete === 'string',
      )) {
        const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${user.id}`.execute(db)
        assert.equal(rows.length, 0, `${table}: ${String(onDelete)}`)
      }
      await caller().auth.sendCode({ account: email, purpose: 'register' })
      assert.notEqual((await visitor.user.create({ account: email, code: mailbox.codeFor(email) })).user.id, user.id)
    },
  )

  await t.test(
    'the last admin cannot delete their account, even when the last two admins try at the same time',
    async () => {
      await db.updateTable('user').set({ roles: [] }).where('deletedAt', 'is', null).execute()
      const admins = [await newUser(), await newUser()]
      await db
        .updateTable('user')
        .set({ roles: ['admin'] })
        .where(
          'id',
          'in',
          admins.map(({ user }) => user.id),
        )
        .execute()
      const codes = await Promise.all(admins.map(({ email }) => codeFor(email)))
      const tries = await Promise.allSettled(admins.map(({ api }, n) => api.user.remove({ code: codes[n] ?? '' })))
      assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const last = admins[tries.findIndex(({ status }) => status === 'rejected')]
      assert.ok(last)
      await failureOf(last.api.user.remove({ code: await codeFor(last.email) }), 'conflict')
      assert.deepEqual((await last.api.user.show()).roles, ['admin'])
    },
  )
})
