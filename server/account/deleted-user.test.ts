import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { userDataTables } from '#server/account/user/user-tables.ts'
import { checkExpiredRows } from '#server/start/doctor/check-rows.ts'
import { failureOf, startTestSite, type TestSite } from '../../test/test-site.ts'
import { sweepAccounts } from './sweep-accounts.ts'

type TestUser = Awaited<ReturnType<TestSite['newUser']>>

/** Returns the tables that hold rows of a user which must go with the account, each with the number of these rows. */
async function listRemains({ db }: TestSite, id: string): Promise<string[]> {
  const remains: string[] = []
  for (const { table, column, onDelete } of userDataTables) {
    if (onDelete === 'retain') continue
    const condition = typeof onDelete === 'object' ? sql.raw(onDelete.deleteWhere) : sql`true`
    const { rows } =
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${condition}`.execute(db)
    if (rows.length > 0) remains.push(`${table}.${column}: ${rows.length}`)
  }
  return remains
}

async function readUser({ db }: TestSite, id: string) {
  const { name, email, bio, avatarKey, isPublic, mapIsPublic, publicYears } = await db
    .selectFrom('user')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { name, email, bio, avatarKey, isPublic, mapIsPublic, publicYears }
}

const emptied = {
  name: '已注销用户',
  email: null,
  bio: '',
  avatarKey: '',
  isPublic: false,
  mapIsPublic: false,
  publicYears: [],
}

async function deletionCode({ caller, db, mailbox }: TestSite, account: string) {
  await db
    .updateTable('verificationCode')
    .set({ createdAt: new Date(0) })
    .where('account', '=', account)
    .execute()
  await caller().auth.sendCode({ account, purpose: 'delete' })
  return mailbox.codeFor(account)
}

/** Waits until each of the calls waits for a lock in the database or has ended. */
async function untilBlocked({ connection }: TestSite, calls: Promise<unknown>[]) {
  let ended = 0
  for (const call of calls)
    call.then(
      () => ended++,
      () => ended++,
    )
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if ((rows[0]?.count ?? 0) + ended >= calls.length) return
    }
  } finally {
    await client.end()
  }
}

/** Returns calls that each write something else of one user. */
async function listWrites({ visitor }: TestSite, { api, user }: TestUser, friendsComment: string) {
  const [bookId = '', other = ''] = (await visitor.book.list({ limit: 2 })).list.map(({ id }) => id)
  const item = { itemType: 'book' as const, itemId: bookId }
  const now = new Date().toISOString()
  return {
    name: () => api.user.update({ name: '又回来了', bio: '我还在' }),
    profile: () => api.profile.setVisibility({ isPublic: true }),
    map: () => api.shelfMap.setVisibility({ isPublic: true }),
    year: () => api.shelfMap.setYearVisibility({ year: 2025, isPublic: true }),
    like: () => api.reaction.like({ ...item, on: true }),
    likeOfComment: () => api.reaction.like({ itemType: 'comment', itemId: friendsComment, on: true }),
    save: () => api.reaction.save({ ...item, on: true }),
    rating: () => api.reaction.rate({ ...item, score: 8 }),
    shelf: () => api.shelf.put({ bookId, state: 'read', note: '私人的备注' }),
    comment: () => api.comment.create({ itemType: 'book', itemId: other, content: '还在路上的话' }),
    report: () => api.report.create({ commentId: friendsComment, reason: '不友好' }),
    recommendation: () =>
      api.recommendation.create({
        title: `新书${user.name}`,
        authors: ['某人'],
        reason: '值得大家都来读一读。'.repeat(3),
      }),
    note: () =>
      api.annotation.put({
        bookId,
        list: [
          {
            id: newId(),
            fileId: newId(),
            kind: 'highlight',
            color: 'yellow',
            locator: 'epubcfi(/6/2!/4/2)',
            fraction: 0.1,
            quote: '一句',
            chapter: '',
            note: '私人的批注',
            createdAt: now,
            updatedAt: now,
            isDeleted: false,
          },
        ],
      }),
    progress: () =>
      api.reading.put({
        bookId,
        fileId: newId(),
        locator: '',
        fraction: 0.5,
        deviceId: newId(),
        device: '浏览器',
        updatedAt: now,
      }),
    time: () =>
      api.readingTime.put({
        counterId: newId(),
        generation: 0,
        list: [{ day: now.slice(0, 10), bookId, seconds: 60, fraction: 0.1 }],
      }),
    measuring: () => api.readingTime.setMeasuring({ isOn: true }),
    preference: () => api.message.setPreference({ muted: ['like'], digest: 'daily' }),
    key: () => api.kosync.create({}),
  }
}

test('a deleted account', async (t) => {
  // One address may have as many requests at a time as the test sends.
  const admission = { running: 200, runningWhileIdle: 200, waiting: 200, longestWaitMs: 60_000 }
  const site = await startTestSite(t, {}, { admission })
  const { db, connection, newUser, visitor } = site
  const friend = await newUser('朋友')
  const [{ id: bookId = '' } = {}] = (await visitor.book.list({ limit: 1 })).list
  const { id: friendsComment } = await friend.api.comment.create({
    itemType: 'book',
    itemId: bookId,
    content: '朋友的话',
  })
  /** Runs a function while the user's row is locked on a connection that the site does not have. */
  const whileLocked = async (id: string, act: () => Promise<void>) => {
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select from "user" where id = $1 for update', [id])
      await act()
    } finally {
      await client.end()
    }
  }

  await t.test('every column that names a user refuses deleted users, also columns that are added later', async () => {
    const { rows } = await sql<{ named: string }>`
      select tgrelid::regclass || '.' || attname as named from pg_trigger
      join pg_attribute on attrelid = tgrelid and attname = convert_from(trim(trailing '\\x00' from tgargs), 'UTF8')
      where tgfoid = 'refuse_deleted_user'::regproc and tgenabled = 'O'
        and pg_get_triggerdef(pg_trigger.oid) like '% INSERT OR UPDATE OF ' || quote_ident(attname) || ' ON %'`.execute(
      db,
    )
    assert.deepEqual(
      rows.map(({ named }) => named).sort(),
      userDataTables.map(({ table, column }) => `${table}.${column}`).sort(),
    )
  })

  await t.test(
    'gets nothing back from requests that are under way, in whatever order they and the deletion run',
    async () => {
      for (let round = 0; round < 4; round++) {
        const testUser = await newUser(`要走的人${round}`)
        const code = await deletionCode(site, testUser.email)
        // Half of the writes leave the site enough database connections for the deletion.
        const writes = Object.values(await listWrites(site, testUser, friendsComment)).filter(
          (_, n) => n % 2 === round % 2,
        )
        const calls: Promise<unknown>[] = []
        await whileLocked(testUser.user.id, async () => {
          // The deletion waits for the lock before, between or after the writes.
          const turn = Math.floor((round / 3) * writes.length)
          for (const [at, write] of [...writes, () => undefined].entries()) {
            if (at === turn) calls.push(testUser.api.user.remove({ code }))
            const sent = write()
            if (sent !== undefined) calls.push(sent)
          }
          await untilBlocked(site, calls)
        })
        const outcomes = await Promise.allSettled(calls)
        const wrong = outcomes.flatMap((one) =>
          one.status === 'rejected' && !['conflict', 'unauthorized', 'missing'].includes(one.reason.kind)
            ? one.reason
            : [],
        )
        assert.deepEqual(wrong, [])
        await failureOf(testUser.api.user.show(), 'unauthorized')
        assert.deepEqual(await listRemains(site, testUser.user.id), [])
        assert.deepEqual(await readUser(site, testUser.user.id), emptied)
      }
    },
  )

  await t.test('gets nothing back from many connections that write all the time', async () => {
    for (let round = 0; round < 3; round++) {
      const testUser = await newUser(`忙人${round}`)
      const code = await deletionCode(site, testUser.email)
      const writes = Object.values(await listWrites(site, testUser, friendsComment))
      const hands = Array.from({ length: 8 }, async (_, hand) => {
        for (let n = hand; ; n++) {
          const kind = await writes[(n * 5) % writes.length]?.().then(
            () => 'written',
            (error: { kind?: string }) => error.kind,
          )
          if (kind === 'unauthorized') return
          assert.ok(['written', 'conflict', 'missing', 'tooMany'].includes(String(kind)), String(kind))
        }
      })
      await testUser.api.user.remove({ code })
      await Promise.all(hands)
      assert.deepEqual(await listRemains(site, testUser.user.id), [])
      assert.deepEqual(await readUser(site, testUser.user.id), emptied)
    }
  })

  await t.test('gets no messages, and nobody who answers it is refused', async () => {
    const testUser = await newUser()
    const item = { itemType: 'book' as const, itemId: bookId }
    const { id: parentId } = await testUser.api.comment.create({ ...item, content: '留下的话' })
    const code = await deletionCode(site, testUser.email)
    const answers: Promise<unknown>[] = []
    await whileLocked(testUser.user.id, async () => {
      answers.push(testUser.api.user.remove({ code }))
      await untilBlocked(site, answers)
      answers.push(friend.api.comment.create({ ...item, parentId, content: '答你一句' }))
      answers.push(friend.api.reaction.like({ itemType: 'comment', itemId: parentId, on: true }))
      await untilBlocked(site, answers)
    })
    await Promise.all(answers)
    assert.deepEqual(await listRemains(site, testUser.user.id), [])
  })

  await t.test('loses by housekeeping and by the doctor what a killed deletion has left', async () => {
    for (const clean of [() => sweepAccounts(db), async () => (await checkExpiredRows(db))[0]?.repair?.()]) {
      const testUser = await newUser()
      await testUser.api.reaction.like({ itemType: 'book', itemId: bookId, on: true })
      const { likes } = await visitor.book.show({ id: bookId })
      for (const write of Object.values(await listWrites(site, testUser, friendsComment))) await write()
      await db.updateTable('comment').set({ state: 'held' }).where('userId', '=', testUser.user.id).execute()
      await db
        .updateTable('user')
        .set({ ...emptied, deletedAt: sql`now() - interval '2 days'` })
        .where('id', '=', testUser.user.id)
        .execute()
      await clean()
      assert.deepEqual(await listRemains(site, testUser.user.id), [])
      assert.equal((await visitor.book.show({ id: bookId })).likes, likes - 1)
      const held = await db.selectFrom('comment').select('content').where('userId', '=', testUser.user.id).execute()
      assert.deepEqual(held, [{ content: '' }])
      assert.equal((await checkExpiredRows(db))[0]?.level, 'ok')
    }
  })
})
