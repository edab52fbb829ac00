import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { startTestSite, type TestSite } from '../../../../test/test-site.ts'
import { createSession } from '#server/account/session/write-sessions.ts'
import { postMessage } from '#server/account/message/post-message.ts'

const path = '/api/v1/user/message/stream'

/**
 * Opens the stream that reports a user's number of unread messages. `next` waits for the next number and returns
 * undefined when the stream has ended.
 */
function listen(url: string, token: string) {
  const counts: number[] = []
  let wake = Promise.withResolvers<void>()
  const state = { hasEnded: false }
  const asked = request(url + path, { headers: { authorization: `Bearer ${token}` } })
  const answered = once(asked, 'response').then(([response]) => {
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      for (const [, json = ''] of text.matchAll(/^data: (.*)$/gm)) counts.push(JSON.parse(json).count)
      wake.resolve()
    })
    response.on('error', () => undefined)
    response.on('close', () => ((state.hasEnded = true), wake.resolve()))
    return response.statusCode as number
  })
  asked.on('error', () => undefined)
  asked.end()
  const next = async (): Promise<number | undefined> => {
    while (counts.length === 0 && !state.hasEnded) {
      await wake.promise
      wake = Promise.withResolvers()
    }
    return counts.shift()
  }
  return { answered, next, close: () => void asked.destroy() }
}

function post({ db }: TestSite, userId: string) {
  const message = { kind: 'system', actorId: null, itemType: null, itemId: null, excerpt: '你好' } as const
  return db.transaction().execute((db) => postMessage(db, { userId, ...message }))
}

test('the stream of unread messages', async (t) => {
  const site = await startTestSite(t)
  const { url, newUser } = site
  const second = await site.secondNode()

  await t.test('reports changes on every node', async () => {
    const { user, token, api } = await newUser()
    const [here, there] = [listen(url, token), listen(second, token)]
    assert.deepEqual([await here.answered, await here.next(), await there.next()], [200, 0, 0])
    await post(site, user.id)
    assert.deepEqual([await here.next(), await there.next()], [1, 1])
    await api.message.readAll()
    assert.deepEqual([await here.next(), await there.next()], [0, 0])
    here.close()
    there.close()
  })

  await t.test('is refused without a session', async () => {
    const answers = await Promise.all(
      [undefined, 'Bearer wrong'].map((authorization) =>
        fetch(url + path, authorization === undefined ? {} : { headers: { authorization } }),
      ),
    )
    for (const answer of answers) assert.equal(answer.status, 401)
    const { token } = await newUser()
    assert.equal((await fetch(`${url}${path}?token=${token}`)).status, 401)
  })

  await t.test('ends with the session, on whichever node the session is ended', async () => {
    const { token, user, api } = await newUser()
    const other = await createSession(site.db, { userId: user.id, userAgent: '', network: '' })
    const [mine, others] = [listen(second, token), listen(second, other)]
    assert.deepEqual([await mine.next(), await others.next()], [0, 0])
    await api.auth.logout()
    assert.equal(await mine.next(), undefined)
    await post(site, user.id)
    assert.equal(await others.next(), 1)
    await site.db.deleteFrom('session').where('userId', '=', user.id).execute()
    assert.equal(await others.next(), undefined)
  })

  await t.test('serves six pages of one user on a node; the seventh has to poll', async () => {
    const { token } = await newUser()
    const six = Array.from({ length: 6 }, () => listen(url, token))
    for (const one of six) assert.equal(await one.next(), 0)
    const { status, headers } = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    assert.deepEqual([status, headers.get('retry-after')], [429, '60'])
    six[0]?.close()
    await untilOk(() => fetch(url + path, { headers: { authorization: `Bearer ${token}` } }))
    for (const one of six) one.close()
  })

  await t.test('serves six pages of one user in all if several workers share the port', async () => {
    const { token } = await newUser()
    const workers = [await site.secondNode({ workers: 2 }), await site.secondNode({ workers: 2 })]
    const pages = Array.from({ length: 8 }, (_, n) => listen(workers[n % 2] ?? '', token))
    const statuses = await Promise.all(pages.map(({ answered }) => answered))
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 200, 200, 429, 429])
    for (const one of pages) one.close()
  })

  await t.test('serves sixty pages from one address on a node, and pages from others', async () => {
    const node = await site.secondNode()
    const users = await Promise.all(Array.from({ length: 11 }, () => newUser()))
    const pages = users.flatMap(({ token }) => Array.from({ length: 6 }, () => listen(node, token)))
    const statuses = await Promise.all(pages.map(({ answered }) => answered))
    assert.deepEqual(statuses.toSorted(), [...Array(60).fill(200), ...Array(6).fill(429)])
    const refused = statuses.indexOf(429)
    const authorization = `Bearer ${users[Math.floor(refused / 6)]?.token}`
    const elsewhere = await fetch(node + path, { headers: { authorization, 'x-forwarded-for': '203.0.113.9' } })
    assert.equal(elsewhere.status, 200)
    await elsewhere.body?.cancel()
    pages[statuses.indexOf(200)]?.close()
    await untilOk(() => fetch(node + path, { headers: { authorization } }))
    for (const one of pages) one.close()
  })
})

test('a stopping site ends all streams', async (t) => {
  let stop: () => unknown = () => undefined
  const site = await startTestSite({ after: (close) => void (stop = close) })
  const { token } = await site.newUser()
  const page = listen(site.url, token)
  assert.equal(await page.next(), 0)
  await stop()
  assert.equal(await page.next(), undefined)
  t.after(() => page.close())
})

/** Repeats a request until it succeeds, because the server notices a closed page with a delay. */
async function untilOk(ask: () => Promise<Response>) {
  for (;;) {
    const answer = await ask()
    await answer.body?.cancel()
    if (answer.ok) return
    await new Promise(setImmediate)
  }
}
