import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { databaseAddress, spawnSite, waitUntilReady } from './site-process.ts'
import { createTestDatabase } from './test-database.ts'

const pages =
  '/ /map /book /book?q=史 /book/freeBook /book/recommend /book/offline /user/login ' +
  '/sitemap.xml /robots.txt /feed.xml /opds /opds/v2 /api/v1/openapi.json ' +
  '/api/v1/tag/list /api/v1/tour/list /api/v1/route/list'
const adminPages = 'book tag place tour search comment guard library user audit recommend'.split(' ')

test('a site without books starts and every page works', { timeout: 300_000 }, async (t) => {
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-empty-'))
  const environment = { DATABASE_URL: databaseAddress(connection), DATA_DIR: directory }
  const site = spawnSite({ ...environment, CATALOG: 'none' }, await freePort())
  t.after(async () => {
    site.child.kill('SIGTERM')
    await site.exited
    await drop()
    await rm(directory, { recursive: true })
  })
  await waitUntilReady(site)
  const statusOf = async (path: string) => [path, (await fetch(site.url + path)).status]
  const paths = [...pages.split(' '), ...adminPages.map((noun) => `/admin/${noun}`)]
  // The pages are requested one after another, because the site refuses some of many simultaneous requests on a slow
  // machine.
  for (const path of paths) assert.deepEqual(await statusOf(path), [path, 200])
  assert.match(await (await fetch(`${site.url}/book`)).text(), /0 本|还没有/)
})

test('a custom catalogue may omit any file, and a missing folder ends the start with a message', async (t) => {
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-own-catalogue-'))
  const environment = { DATABASE_URL: databaseAddress(connection), DATA_DIR: directory }
  await writeFile(join(directory, 'tags.yaml'), 'form: [诗]\nsubject: []\nera: []\nregion: []\n')
  const site = spawnSite({ ...environment, CATALOG: directory }, await freePort())
  const client = new pg.Client(connection)
  await client.connect()
  t.after(async () => {
    site.child.kill('SIGKILL')
    await site.exited
    await client.end()
    await drop()
    await rm(directory, { recursive: true })
  })
  await waitUntilReady(site)
  assert.deepEqual((await client.query('select name from tag')).rows, [{ name: '诗' }])
  site.child.kill('SIGTERM')
  assert.equal(await site.exited, 0, site.output())
  const wrong = spawnSite({ ...environment, CATALOG: join(directory, 'elsewhere') }, await freePort())
  assert.equal(await wrong.exited, 1)
  assert.match(wrong.output().trim(), /^书目的目录 .+elsewhere 读不了，请检查 CATALOG；不要书目就设 CATALOG=none。$/)
})
