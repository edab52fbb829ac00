import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/test-database.ts'
import { copyIn } from './copy-rows.ts'

test('a refused row or a lost connection is the error of the copy, also while the next piece is read', async (t) => {
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  const [client, watcher] = [await open(), await open()]
  t.after(async () => {
    for (const each of [client, watcher]) await each.end()
    await drop()
  })
  await client.query('create table number (value integer)')
  const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = own[0]?.pid
  const hasEnded = async () =>
    (await watcher.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [pid])).rows.length === 0
  /**
   * Yields the first piece of the rows, calls `end`, waits until PostgreSQL has ended the COPY statement, and then
   * yields the other pieces.
   */
  async function* endedAfter(piece: string, rest: string[], end = async () => {}) {
    yield Buffer.from(piece)
    await end()
    while (!(await hasEnded()));
    for (const next of rest) yield Buffer.from(next)
  }
  const table = { name: 'number', columns: ['value'] }
  for (const rest of [[], ['2\n'], ['2\n', '3\n']])
    await assert.rejects(copyIn(client, table, endedAfter('not a number\n', rest)), { code: '22P02' })
  await copyIn(client, table, onePiece('1\n'))
  assert.deepEqual((await client.query('select value from number')).rows, [{ value: 1 }])
  const end = async () => void (await watcher.query('select pg_terminate_backend($1)', [pid]))
  // A write may find the connection closed before the client has read the message with which PostgreSQL ended it.
  await assert.rejects(copyIn(client, table, endedAfter('1\n', ['2\n'], end)), /terminat|EPIPE|ECONNRESET/)

  async function open() {
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
})

async function* onePiece(piece: string) {
  yield Buffer.from(piece)
}
