import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { copySmallCatalog } from './catalog-copy.ts'
import { freePort } from './free-port.ts'
import { operatorCommand } from './operator-command.ts'
import { databaseAddress, spawnSite, waitUntilReady } from './site-process.ts'
import { createTestDatabase } from './test-database.ts'

/** The operations drill tests all of this in detail; a plain `npm test` only finds out whether it works at all. */
test('a site starts, is backed up and stops, and starts from its backup', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-smoke-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const catalog = await copySmallCatalog(t, ['hunan-hubei.yaml'])
  const environmentOf = async (name: string) => {
    const { connection, drop } = await createTestDatabase({ isEmpty: true })
    t.after(drop)
    return { DATABASE_URL: databaseAddress(connection), DATA_DIR: join(folder, name), CATALOG: catalog }
  }
  const [first, second] = [await environmentOf('first'), await environmentOf('second')]
  /** Starts the site, asks it for its list of books, calls `act` and stops it. Returns the titles in the list. */
  const runSite = async (environment: Record<string, string>, act?: () => Promise<unknown>) => {
    const site = spawnSite(environment, await freePort())
    t.after(() => site.child.kill('SIGKILL'))
    await waitUntilReady(site)
    const page = await (await fetch(`${site.url}/book`)).text()
    await act?.()
    site.child.kill('SIGTERM')
    assert.equal(await site.exited, 0, site.output())
    return [...page.matchAll(/《([^》]+)》/g)].map(([, title]) => title)
  }
  const backups = join(folder, 'backups')
  const titles = await runSite(first, () => operatorCommand('backup-site', [backups], first))
  assert.ok(titles.length > 0)
  const [archive = ''] = await readdir(backups)
  assert.match(await operatorCommand('restore-site', [join(backups, archive)], second), /已恢复知图/)
  assert.deepEqual(await runSite(second), titles)
})
