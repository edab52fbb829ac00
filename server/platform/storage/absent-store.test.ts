import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { plainPicture } from '../../../test/plain-picture.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { StoreUnavailable } from './bucket-request.ts'
import { openObjectStore } from './open-object-store.ts'
import { openStorage } from './open-storage.ts'
import type { ObjectStore } from './storage.ts'

/** Returns the settings of an S3-compatible store that `answer` plays. */
async function startStore(t: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => (server.closeAllConnections(), server.close())
  t.after(stop)
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3 = {
    endpoint,
    region: 'us-east-1',
    bucket: 'zhitu',
    accessKeyId: 'a',
    secretAccessKey: 'b',
    isPathStyle: true,
  }
  return { stop, settings: { storage: { kind: 's3' as const, cos: null, s3 }, dataDirectory: '/nonexistent' } }
}

test('a store that is away is told as such, and the rest of the site goes on', async (t) => {
  const store = await startStore(t, (_, response) => response.writeHead(503).end())
  const site = await startTestSite(t)
  const storage = openStorage(site.db, store.settings)
  const url = await site.secondNode({ storage })
  const { token, user } = await site.newUser()
  const api = site.caller(token, url)
  const { bookId, fileId } = await storeElsewhere(site)
  const picture = `avatar/${user.id}/${'a'.repeat(32)}-84.webp`
  for (const isRefusing of [false, true]) {
    if (isRefusing) store.stop()
    await t.test(isRefusing ? 'it does not listen' : 'it is busy', async () => {
      for (const path of [`/storage/${picture}`, `/book/${bookId}/file/${fileId}.epub`]) {
        const answer = await fetch(url + path)
        assert.deepEqual([path, answer.status, answer.headers.get('cache-control')], [path, 503, 'no-store'])
        assert.equal(answer.headers.get('content-disposition'), null)
        assert.match(((await answer.json()) as { message: string }).message, /存放文件的地方暂时连不上/)
      }
      await failureOf(api.reading.outline({ bookId, fileId }), 'unavailable')
      const sent = await sendUpload(url, await api.auth.cosSign(), await plainPicture(64, 64))
      assert.deepEqual(sent, { status: 503, code: 'ServiceUnavailable' })
      assert.equal((await fetch(`${url}/book/${bookId}`)).status, 200)
    })
  }
})

/** Adds a text to a book whose file is in no store. */
async function storeElsewhere({ db, visitor }: Awaited<ReturnType<typeof startTestSite>>) {
  const [book] = (await visitor.book.list()).list
  const row = await db
    .insertInto('bookFile')
    .values({
      id: '01900000-0000-7000-8000-000000000001',
      bookId: book?.id ?? '',
      sha256: 'c'.repeat(64),
      storageKey: `book/${'c'.repeat(64)}.epub`,
      title: '别处的书',
      format: 'epub',
      language: 'zh-Hans',
      size: 5000,
      convertedFrom: null,
      rights: '公有领域',
      source: '为测试而写',
      originalSha256: null,
    })
    .returning(['id', 'bookId'])
    .executeTakeFirstOrThrow()
  return { bookId: row.bookId, fileId: row.id }
}

test('a store that hangs is given up before the clients of the site give up', async (t) => {
  const started: (() => void)[] = []
  const { settings } = await startStore(t, ({ url = '' }, response) => {
    if (url.includes('half')) response.writeHead(200, { 'content-length': 100 }).write('the beginning')
    started.shift()?.()
  })
  const { store } = openObjectStore('s3', settings) ?? assert.fail()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const giveUp = async (act: (store: ObjectStore) => Promise<unknown>) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    started.push(resolve)
    const failed = assert.rejects(act(store), StoreUnavailable)
    await promise
    t.mock.timers.tick(12_500)
    await failed
  }
  await t.test('when it is read', () => giveUp((store) => store.get('book/none.epub')))
  await t.test('when a picture is written', () => giveUp((store) => store.put('avatar/a.webp', Buffer.alloc(20_000))))
  await t.test('in the middle of an object', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    started.push(resolve)
    const found = (await store.get('book/half.epub')) ?? assert.fail()
    await promise
    const pieces = found.body[Symbol.asyncIterator]()
    assert.equal(String((await pieces.next()).value), 'the beginning')
    const failed = assert.rejects(pieces.next(), StoreUnavailable)
    await new Promise((done) => setImmediate(done))
    t.mock.timers.tick(12_500)
    await failed
  })
})
