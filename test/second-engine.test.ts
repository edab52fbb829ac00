import { topic } from '#server/cache/topics.ts'
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { invalidate } from '#server/cache/changes.ts'
import { freePort } from './site-process.ts'
import { useTestServer } from './test-database.ts'
import { startTestSite } from './test-site.ts'
import { findBookId } from './find-book-id.ts'

const versions = '/usr/lib/postgresql'
const system = (await readdir(versions).catch(() => [])).map((version) => join(versions, version, 'bin')).at(-1)

test(
  'the site runs on the PostgreSQL of the operating system',
  { skip: system ? false : 'no PostgreSQL on this system' },
  async (t) => {
    const server = await startSystemPostgres(system ?? '')
    t.after(server.stop)
    await useTestServer(server.connection, t)
    // The test site is started in a subtest, because a site is closed at the end of its test, and that must happen
    // before the outer test stops the PostgreSQL server.
    await t.test('lists, details, logins and writes work', async (t) => {
      const { visitor, newUser, db, url } = await startTestSite(t)

      const first = await visitor.book.list({ sort: 'new', limit: 50 })
      const second = await visitor.book.list({ sort: 'new', limit: 50, cursor: first.nextCursor ?? '' })
      assert.equal(new Set([...first.list, ...second.list].map(({ id }) => id)).size, 100)
      const id = await findBookId(db, '边城')
      assert.equal((await visitor.book.show({ id })).title, '边城')
      assert.equal((await visitor.book.related({ id })).list.length, 8)
      assert.ok((await visitor.place.list({ tags: ['湘西'] })).list.length > 0)

      const { api, user } = await newUser()
      assert.equal((await api.auth.loginStatus()).id, user.id)

      const before = await (await fetch(`${url}/book/${id}`)).text()
      await db.transaction().execute(async (db) => {
        await db.updateTable('book').set({ desc: '改过的介绍' }).where('id', '=', id).execute()
        await invalidate(db, topic.book(id))
      })
      await api.auth.logout()
      const after = await (await fetch(`${url}/book/${id}`)).text()
      assert.ok(!before.includes('改过的介绍') && after.includes('改过的介绍'))
    })
  },
)

/**
 * Creates a database cluster with the PostgreSQL that the system has installed, on loopback. A root process runs the
 * server as the operating-system user `postgres`.
 */
async function startSystemPostgres(bin: string) {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-engine-'))
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout)
  const ids = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (ids.uid !== undefined) await chown(directory, ids.uid, ids.gid)
  const options = { cwd: directory, ...ids, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  const data = join(directory, 'data')
  const initdb = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    encoding: 'utf8',
  })
  assert.equal(initdb.status, 0, initdb.stderr)
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'fsync=off',
    'timezone=Asia/Shanghai',
  ]
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...options,
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('exit', done))
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  await waitUntilAnswering(connection)
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    await rm(directory, { recursive: true, force: true })
  }
  return { connection, stop }
}

async function waitUntilAnswering(connection: pg.ClientConfig) {
  for (;;) {
    const client = new pg.Client(connection)
    const answers = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (answers) return
    await new Promise((wait) => setTimeout(wait, 100))
  }
}
