import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { epubOf, putEpub } from '../../../../test/put-epub.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'
import { maxDocuments } from './kosync-progress.ts'

const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex')
const document = md5('a book')
const place = {
  document,
  progress: '/body/DocFragment[3]/body/p[12]/text().0',
  percentage: 0.4271,
  device: 'Kobo_nova',
  device_id: '8F6B8C3A',
}

/** Computes the hash by which the e-reader program KOReader identifies a book file. */
function digestAsKoreader(bytes: Uint8Array) {
  const digest = createHash('md5')
  for (let i = -1; i <= 10; i++) {
    const at = i < 0 ? 0 : 1024 * 4 ** i
    if (at >= bytes.length) break
    digest.update(bytes.subarray(at, at + 1024))
  }
  return digest.digest('hex')
}

test('KOReader', async (t) => {
  const site = await startTestSite(t)
  const { url, db, newUser, visitor } = site
  let addresses = 0
  const call = async (method: string, path: string, key?: { name: string; password: string }, body?: unknown) => {
    const answer = await fetch(`${url}/kosync${path}`, {
      method,
      headers: {
        accept: 'application/vnd.koreader.v1+json',
        'x-forwarded-for': `10.66.${++addresses >> 8}.${addresses & 255}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'x-auth-user': key.name, 'x-auth-key': md5(key.password) }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const unauthorized = { status: 401, body: { code: 2001, message: 'Unauthorized' } }
  const newKey = async () => {
    const testUser = await newUser()
    return { ...testUser, key: await testUser.api.kosync.create({}) }
  }

  await t.test('logs in with the name and password from the site, and cannot register', async () => {
    const { api, key } = await newKey()
    assert.match(key.name, /^zt[a-z0-9]{6}$/)
    assert.match(key.password, /^[a-z0-9]{16}$/)
    assert.deepEqual(await call('GET', '/users/auth', key), { status: 200, body: { authorized: 'OK' } })
    assert.deepEqual(await call('GET', '/healthcheck'), { status: 200, body: { state: 'OK' } })
    const { status, body } = await call('POST', '/users/create', undefined, { username: 'me', password: md5('x') })
    assert.deepEqual([status, body['code']], [402, 2005])
    assert.match(String(body['message']), /阅读器密钥/)
    const { key: shown } = await api.kosync.show({})
    assert.equal(shown?.name, key.name)
    assert.ok(shown?.lastUsedAt)
    assert.ok(!JSON.stringify(shown).includes(key.password))
  })

  await t.test('is refused with a wrong key, an unknown name, no name, or the password of the account', async () => {
    const { key, email } = await newKey()
    for (const wrong of [
      { ...key, password: 'wrong' },
      { ...key, name: 'ztnobody' },
      { name: email, password: key.password },
      { name: 'x'.repeat(65), password: key.password },
    ])
      for (const [method, path, body] of [
        ['GET', '/users/auth'],
        ['GET', `/syncs/progress/${document}`],
        ['PUT', '/syncs/progress', place],
      ] as const)
        assert.deepEqual(await call(method, path, wrong, body), unauthorized)
    assert.deepEqual(await call('GET', '/users/auth'), unauthorized)
  })

  await t.test('stores the last report of any device and returns it to the others', async () => {
    const { key } = await newKey()
    assert.deepEqual(await call('GET', `/syncs/progress/${document}`, key), { status: 200, body: {} })
    const saved = await call('PUT', '/syncs/progress', key, place)
    assert.equal(saved.status, 200)
    assert.deepEqual(Object.keys(saved.body), ['document', 'timestamp'])
    assert.ok(Math.abs(Number(saved.body['timestamp']) - Date.now() / 1000) < 300)
    const { body } = await call('GET', `/syncs/progress/${document}`, key)
    assert.deepEqual(body, { ...place, timestamp: saved.body['timestamp'] })
    const back = { ...place, percentage: 0.1, progress: '7', device: 'Boox', metadata: { title: '书' } }
    await call('PUT', '/syncs/progress', key, back)
    const { body: last } = await call('GET', `/syncs/progress/${document}`, key)
    assert.deepEqual([last['percentage'], last['device'], last['progress']], [0.1, 'Boox', '7'])
    const words = await Promise.all(
      [0.2, 0.3, 0.4, 0.5].map((percentage) => call('PUT', '/syncs/progress', key, { ...place, percentage })),
    )
    assert.deepEqual(
      words.map(({ status }) => status),
      [200, 200, 200, 200],
    )
  })

  await t.test('does not reveal the books of other users', async () => {
    const [one, other] = [await newKey(), await newKey()]
    await call('PUT', '/syncs/progress', one.key, place)
    assert.deepEqual((await call('GET', `/syncs/progress/${document}`, other.key)).body, {})
    assert.deepEqual(
      await call('GET', `/syncs/progress/${document}`, { ...one.key, password: other.key.password }),
      unauthorized,
    )
  })

  await t.test(
    'is refused after a new password, a revoked key or a deleted account, but not for suspended users',
    async () => {
      const { api, key, user } = await newKey()
      await call('PUT', '/syncs/progress', key, place)
      const next = await api.kosync.create({})
      assert.equal(next.name, key.name)
      assert.deepEqual(await call('GET', '/users/auth', key), unauthorized)
      assert.equal((await call('GET', `/syncs/progress/${document}`, next)).body['percentage'], place.percentage)
      const suspend = (at: Date | null) =>
        db
          .updateTable('user')
          .set({ suspendedAt: at, suspendReason: at && '广告' })
          .where('id', '=', user.id)
          .execute()
      await suspend(new Date())
      assert.equal((await call('GET', '/users/auth', next)).status, 200)
      assert.equal((await call('PUT', '/syncs/progress', next, place)).status, 403)
      await suspend(null)
      await api.kosync.revoke({})
      assert.deepEqual(await call('GET', '/users/auth', next), unauthorized)
      assert.equal((await api.kosync.show({})).key, null)
      await failureOf(visitor.kosync.create({}), 'unauthorized')
    },
  )

  await t.test('gets errors in its own format for invalid input', async () => {
    const { key } = await newKey()
    const nothing = { document: 2004, other: 2003 }
    for (const [wrong, code] of [
      [{ ...place, document: undefined }, nothing.document],
      [{ ...place, document: 'a:b' }, nothing.document],
      [{ ...place, document: 'x'.repeat(201) }, nothing.document],
      [{ ...place, percentage: 'half' }, nothing.other],
      [{ ...place, percentage: 7 }, nothing.other],
      [{ ...place, percentage: null }, nothing.other],
      [{ ...place, progress: 'x'.repeat(1001) }, nothing.other],
      [{ ...place, progress: undefined }, nothing.other],
      [{ ...place, device: 'a\u0000b' }, nothing.other],
      [[], nothing.other],
    ] as const) {
      const { status, body } = await call('PUT', '/syncs/progress', key, wrong)
      assert.deepEqual([status, body['code']], [403, code], JSON.stringify(wrong).slice(0, 80))
    }
    assert.equal((await call('PUT', '/syncs/progress', key, '{"document":')).status, 400)
    assert.equal((await call('PUT', '/syncs/progress', key, { ...place, more: 'x'.repeat(20_000) })).status, 413)
    assert.equal((await call('PUT', '/syncs/progress', key, { ...place, percentage: '0.5' })).status, 200)
    assert.equal((await call('GET', '/syncs/progress/a:b', key)).body['code'], 2004)
  })

  await t.test('has a limited number of documents, of which the least recently opened is deleted', async () => {
    const { key, user } = await newKey()
    await sql`insert into kosync_progress (user_id, document, progress, percentage, device, device_id, updated_at)
      select ${user.id}, md5(n::text), '1', 0, 'Kobo', '', now() - make_interval(days => n)
      from generate_series(1, ${maxDocuments}::int) n`.execute(db)
    await call('PUT', '/syncs/progress', key, place)
    const left = await db.selectFrom('kosyncProgress').select('document').where('userId', '=', user.id).execute()
    assert.equal(left.length, maxDocuments)
    assert.ok(!left.some((row) => row.document === md5(String(maxDocuments))))
  })

  await t.test('and the reader of the site share their progress in files of the site', async () => {
    const { api, key } = await newKey()
    const file = await db
      .selectFrom('bookFile')
      .select(['id', 'bookId'])
      .where('format', '=', 'epub')
      .orderBy('size', 'desc')
      .executeTakeFirstOrThrow()
    const sent = await fetch(`${url}/book/${file.bookId}/file/${file.id}.epub`)
    const digest = digestAsKoreader(new Uint8Array(await sent.arrayBuffer()))
    await call('PUT', '/syncs/progress', key, { ...place, document: digest, percentage: 0.63 })
    const { progress } = await api.reading.show({ bookId: file.bookId })
    assert.equal(progress?.fileId, file.id)
    assert.ok(Math.abs((progress?.fraction ?? 0) - 0.63) < 0.001)
    assert.deepEqual([progress?.device, progress?.locator], ['KOReader（Kobo_nova）', ''])
    assert.equal((await api.reading.list({})).list[0]?.bookId, file.bookId)
  })

  await t.test('KOReader hears the position of the site’s reader, and does not erase one that is further', async () => {
    const { api, key } = await newKey()
    const { bookId, fileId } = await putEpub(
      site,
      epubOf(['甲', '乙', '丙', '丁', '戊'].map((title) => ({ title, paragraphs: ['天地玄黄', '宇宙洪荒'] }))),
    )
    const sent = await fetch(`${url}/book/${bookId}/file/${fileId}.epub`)
    const digest = digestAsKoreader(new Uint8Array(await sent.arrayBuffer()))
    const hear = async () => (await call('GET', `/syncs/progress/${digest}`, key)).body
    const report = (percentage: number) =>
      call('PUT', '/syncs/progress', key, { ...place, document: digest, percentage, progress: `/body/${percentage}` })
    const read = async (fraction: number, locator: string) => {
      const { progress } = await api.reading.show({ bookId })
      const updatedAt = new Date().toISOString()
      const web = { deviceId: newId(), device: 'iPad', basedOn: progress?.version ?? 0 }
      await api.reading.put({ bookId, fileId, locator, fraction, updatedAt, ...web })
    }
    const shown = async () => {
      const { progress, behind } = await api.reading.show({ bookId })
      return [progress?.device, progress?.fraction, behind && [behind.device, behind.fraction, behind.fileId]]
    }
    assert.deepEqual(await hear(), {})
    await read(0.6, 'epubcfi(/6/8!/4/6/1:2)')
    const { timestamp, device_id: deviceId, ...heard } = await hear()
    assert.deepEqual(heard, {
      document: digest,
      progress: '/body/DocFragment[4]/body/p[2]/text()[1].2',
      percentage: 0.6,
      device: '知图（iPad）',
    })
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 300)
    assert.notEqual(deviceId, place.device_id)
    assert.equal((await report(0.3)).status, 200)
    const kobo = 'KOReader（Kobo_nova）'
    assert.deepEqual(await shown(), ['iPad', 0.6, [kobo, 0.3, fileId]])
    assert.equal((await hear())['percentage'], 0.6)
    // The user decides for the position of the e-reader in the site's reader.
    await read(0.3, '')
    assert.deepEqual(await shown(), ['iPad', 0.3, null])
    assert.match(String((await hear())['progress']), /^\/body\/DocFragment\[2\]\/body\/p\[1\]\/text\(\)/)
    await report(0.4)
    assert.deepEqual(await shown(), [kobo, 0.4, null])
    assert.equal((await hear())['progress'], '/body/0.4')
    // The device whose position is stored may go back.
    await report(0.2)
    assert.deepEqual(await shown(), [kobo, 0.2, null])
  })

  await t.test('limits a percentage slightly outside the range to it', async () => {
    const { api, key } = await newKey()
    const { bookId, fileId } = await putEpub(site, epubOf([{ title: '甲', paragraphs: ['乙'] }]), '呐喊')
    const sent = await fetch(`${url}/book/${bookId}/file/${fileId}.epub`)
    const digest = digestAsKoreader(new Uint8Array(await sent.arrayBuffer()))
    for (const [percentage, limited] of [
      [1.004, 1],
      [-0.004, 0],
    ]) {
      assert.equal((await call('PUT', '/syncs/progress', key, { ...place, document: digest, percentage })).status, 200)
      assert.equal((await call('GET', `/syncs/progress/${digest}`, key)).body['percentage'], limited)
      assert.equal((await api.reading.show({ bookId })).progress?.fraction, limited)
    }
  })

  await t.test('is part of the export of user data', async () => {
    const { key, user } = await newKey()
    await call('PUT', '/syncs/progress', key, place)
    const { status } = await call('GET', `/syncs/progress/${document}`, key)
    assert.equal(status, 200)
    await db.updateTable('user').set({ deletedAt: new Date() }).where('id', '=', user.id).execute()
    assert.deepEqual(await call('GET', '/users/auth', key), unauthorized)
  })
})
