import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openLog } from '../../../test/open-log.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('a client that disconnects leaves no error in the log', async (t) => {
  const { log, lines } = openLog()
  const { url, db } = await startTestSite(t, {}, { log })
  const port = Number(new URL(url).port)
  const ask = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

  await t.test('before the answer is ready', async () => {
    // The request waits for a locked table, so that the client disconnects before the response is ready.
    await db.transaction().execute(async (locked) => {
      await sql`lock table tag in access exclusive mode`.execute(locked)
      const socket = connect(port, '127.0.0.1')
      socket.write('GET /api/v1/tag/list HTTP/1.1\r\nhost: x\r\n\r\n')
      await untilWaiting()
      socket.resetAndDestroy()
      await once(socket, 'close')
    })
  })

  await t.test('in the middle of a body and directly after the request', async () => {
    for (const text of [ask('/api/v1/book/list', '{}').slice(0, -1), ask('/api/v1/place/list', '{}')]) {
      for (let n = 0; n < 20; n++) {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write(text)
        socket.resetAndDestroy()
      }
    }
    const { status } = await fetch(`${url}/api/v1/tag/list`)
    assert.equal(status, 200)
  })

  assert.deepEqual(
    lines.filter(({ level, err }) => Number(level) > 30 || err !== undefined),
    [],
  )

  async function untilWaiting() {
    for (;;) {
      const { rows } = await sql`select 1 from pg_locks where not granted and relation = 'tag'::regclass`.execute(db)
      if (rows.length > 0) return
    }
  }
})

test('writes to a read-only database are answered 503, and the log stays short', async (t) => {
  const { log, lines, until } = openLog()
  const { url, connection, newUser } = await startTestSite(t, {}, { log })
  const { token } = await newUser()
  const [book] = (await (await fetch(`${url}/api/v1/book/list`, { method: 'POST' })).json()).data.list
  const write = () =>
    fetch(`${url}/api/v1/user/shelf`, {
      method: 'PUT',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ bookId: book.id, state: 'want' }),
    })
  assert.equal((await write()).status, 200)
  // PostgreSQL applies a changed setting only to new connections, so all existing connections are replaced.
  const setReadOnly = async (isReadOnly: boolean) => {
    const client = new pg.Client({ ...connection, options: '-c default_transaction_read_only=off' })
    await client.connect()
    await client.query(`alter database ${client.escapeIdentifier(client.database ?? '')}
      set default_transaction_read_only to ${isReadOnly}`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  }

  await setReadOnly(true)
  for (let n = 0; n < 40; n++) {
    const response = await write()
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '10')
    const { code, message } = await response.json()
    assert.equal(code, 50300)
    assert.match(message, /[\u4e00-\u9fff]/)
  }
  assert.equal((await fetch(`${url}/api/v1/tag/list`)).status, 200)
  const logged = lines.filter(({ level }) => level === 50)
  assert.ok(logged.length > 0 && logged.length <= 8, `${logged.length} lines`)
  await until(({ msg, repeated }) => msg === 'the same failure repeated' && Number(repeated) >= 10)

  await setReadOnly(false)
  let status = 503
  while (status === 503) status = (await write()).status
  assert.equal(status, 200)
})
