import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OpdsAuthentication, OpdsFeed } from '../../../../test/opds-schema.ts'
import { startTestSite } from '../../../../test/test-site.ts'

const origin = 'http://books.test'

test('the shelves of users in the catalogue for e-readers', async (t) => {
  const { url, db, newUser } = await startTestSite(t)
  const basic = ({ name, password }: { name: string; password: string }) => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  })
  const withText = await db.selectFrom('bookFile').select('bookId').distinct().execute()

  await t.test('are listed page by page, and count the books without a text', async () => {
    const { api } = await newUser('顾长庚')
    const key = await api.kosync.create({})
    const read = async (path: string) => {
      const headers = basic({ name: ` ${key.name.toUpperCase()}`, password: key.password.toUpperCase() })
      const answer = await fetch(url + path, { headers })
      assert.deepEqual(
        [answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')],
        [200, 'private, no-store', null],
      )
      return OpdsFeed.parse(await answer.json())
    }
    const empty = await read('/opds/v2/shelf/read')
    assert.deepEqual([empty.publications, empty.metadata.numberOfItems], [undefined, 0])
    const texts = withText.slice(0, 27).map(({ bookId }) => bookId)
    const { id: without } = await db
      .selectFrom('book')
      .select('id')
      .where(
        'id',
        'not in',
        withText.map(({ bookId }) => bookId),
      )
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const bookId of [...texts, without]) await api.shelf.put({ bookId, state: 'want', note: '' })
    const shelves = await read('/opds/v2/shelf')
    assert.deepEqual(
      shelves.navigation?.map(({ title, properties }) => [title, properties?.numberOfItems]),
      [
        ['在读', 0],
        ['想读', 27],
        ['读过', 0],
      ],
    )
    const first = await read('/opds/v2/shelf/want')
    assert.equal(first.metadata.subtitle, '27 本可以下载；另有 1 本这里没有全文，在网站的书架上看。')
    const next = first.links.find(({ rel }) => rel === 'next')?.href ?? ''
    const second = await read(next.slice(origin.length))
    const found = [...(first.publications ?? []), ...(second.publications ?? [])]
    assert.deepEqual(
      found.map(({ metadata }) => metadata.identifier),
      texts.toReversed().map((id) => `urn:uuid:${id}`),
    )
    assert.equal(
      second.links.find(({ rel }) => rel === 'next'),
      undefined,
    )
    const status = async (path: string) => (await fetch(url + path, { headers: basic(key) })).status
    assert.deepEqual(await Promise.all(['/opds/shelf/lent', '/opds/shelf/want?cursor=x'].map(status)), [404, 400])
  })

  await t.test('ask for the e-reader key with an authentication document, and refuse all other passwords', async () => {
    const { api, user, email } = await newUser('沈砚')
    const key = await api.kosync.create({})
    const ask = (headers: Record<string, string> = {}, path = '/opds/shelf/want') => fetch(url + path, { headers })
    const wrong = { name: key.name, password: 'a'.repeat(16) }
    for (const [headers, path] of [
      [{}, '/opds/shelf'],
      [{}, '/opds/v2/shelf/read'],
      [basic(wrong), '/opds/shelf'],
      [basic({ name: email, password: key.password }), '/opds/shelf'],
      [{ authorization: 'Bearer x' }, '/opds/shelf'],
    ] as const) {
      const answer = await ask(headers, path)
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="books\.test/)
      assert.equal(answer.headers.get('content-type'), 'application/opds-authentication+json')
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      const told = OpdsAuthentication.parse(await answer.json())
      assert.deepEqual(OpdsAuthentication.parse(await (await fetch(url + told.id.slice(origin.length))).json()), told)
    }
    assert.equal((await ask(basic(key))).status, 200)

    await db
      .updateTable('user')
      .set({ suspendedAt: new Date(), suspendReason: '广告' })
      .where('id', '=', user.id)
      .execute()
    assert.equal((await ask(basic(key))).status, 423)
    await db.updateTable('user').set({ suspendedAt: null, suspendReason: null }).where('id', '=', user.id).execute()

    const guess = async () => (await ask({ ...basic(wrong), 'x-forwarded-for': '10.71.0.1' })).status
    const guesses: number[] = []
    for (let n = 0; n < 12; n++) guesses.push(await guess())
    assert.deepEqual(guesses.slice(-2), [429, 429])
    assert.equal((await ask({ ...basic(key), 'x-forwarded-for': '10.71.0.1' })).status, 429)
    assert.equal((await ask({ ...basic(key), 'x-forwarded-for': '10.71.0.2' })).status, 200)
    const renewed = await api.kosync.create({})
    assert.equal((await ask({ ...basic(renewed), 'x-forwarded-for': '10.71.0.1' })).status, 200)
    assert.equal((await ask(basic(key))).status, 401)
    await api.kosync.revoke({})
    assert.equal((await ask(basic(renewed))).status, 401)
  })

  await t.test(
    'leave the public lists as they are: with an ETag, for HEAD, for other sites, and without a login',
    async () => {
      for (const path of ['/opds', '/opds/books?sort=hot', '/opds/v2', '/opds/v2/tags']) {
        const whole = await fetch(url + path)
        const etag = whole.headers.get('etag') ?? ''
        assert.equal(whole.headers.get('access-control-allow-origin'), '*')
        const again = await fetch(url + path, { headers: { 'if-none-match': etag } })
        assert.equal(again.status, 304)
        const head = await fetch(url + path, { method: 'HEAD' })
        assert.equal(head.headers.get('content-type'), whole.headers.get('content-type'))
        assert.equal(await head.text(), '')
      }
    },
  )
})
