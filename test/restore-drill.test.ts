import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient, toRequest } from '#shared/contract/client.ts'
import { emptyIndex } from './empty-index.ts'
import { operatorCommand as command } from './operator-command.ts'
import { freePort } from './free-port.ts'
import { databaseAddress, spawnSite, type SiteProcess, waitUntilReady } from './site-process.ts'
import { createTestDatabase } from './test-database.ts'
import { startTestSite } from './test-site.ts'

/**
 * Follows the restore drill of docs/operating.md with the operator's commands. It backs up a running site on an
 * external database, restores the backup into an embedded database, tries that site out, and moves it from there to
 * another external database.
 */
test('a site moves to another database and back by backup and restore', { timeout: 600_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-drill-'))
  const running = new Set<SiteProcess>()
  t.after(async () => {
    for (const { child, exited } of running) {
      child.kill('SIGTERM')
      await exited
    }
    await rm(folder, { recursive: true, force: true })
  })
  const original = await startTestSite(t)
  // The large tables of the search index and the map are emptied to save time; another test compares the rows of all
  // tables after a restore.
  await emptyIndex(original.db)
  const editor = await original.newEditor('沈丛文的编辑')
  const [book] = (await original.visitor.book.list()).list
  assert.ok(book)
  const { id: commentId } = await editor.api.comment.create({
    itemType: 'book',
    itemId: book.id,
    content: '翠翠在等。',
  })
  const avatar = `avatar/${editor.user.id}/${'a'.repeat(32)}-84.webp`
  await original.storage.put(avatar, Buffer.from('a picture'))
  const first = { DATABASE_URL: databaseAddress(original.connection), DATA_DIR: join(folder, 'first') }
  await mkdir(first.DATA_DIR)
  await symlink(original.files, join(first.DATA_DIR, 'storage'))
  const embedded = { DATA_DIR: join(folder, 'embedded'), ADMIN_EMAIL: 'nobody@books.test' }

  await t.test('commands without an argument, or with a wrong one, explain themselves', async () => {
    assert.match((await command('backup-site', [], first, 2)).trim(), /^用法：npm run backup/)
    assert.match(await command('restore-site', [], first, 2), /^用法：npm run restore/)
    assert.match(await command('restore-site', [join(folder, 'none')], embedded, 1), /^正在核对.*\n打不开备份/)
    assert.match(await command('backup-site', ['ftp://x/y'], first, 1), /不认识 ftp/)
  })

  await t.test('an external database is restored into an embedded one', async () => {
    const said = await command('backup-site', [join(folder, 'backups')], {
      ...first,
      BACKUP_PASSPHRASE: '边城的渡船与白塔 1934',
    })
    assert.match(said, /已备份并核对：zhitu-\d{8}T\d{6}Z\.tar\.zst\.age（.+ MB，\d+ 行，1 个文件）/)
    const archive = await onlyFile(join(folder, 'backups'))
    assert.match(await command('restore-site', [archive], embedded, 1), /是加密的/)
    const restored = { ...embedded, BACKUP_PASSPHRASE: '边城的渡船与白塔 1934' }
    assert.match(await command('restore-site', [archive], restored), /已恢复知图在 .+ 的备份：\d+ 行，1 个文件/)
    assert.match(await command('restore-site', [archive], restored, 1), /已有站点的数据，什么也没有改动/)
  })

  await t.test('the restored site is read-only until it is adopted', async () => {
    const copy = await start(embedded)
    assert.match(copy.output(), /知图现在只读（数据是从备份恢复的）.*npm run adopt/)
    assert.doesNotMatch(copy.output(), /书目已载入|管理员账号/)
    const page = await (await fetch(`${copy.url}/book/${book.id}`)).text()
    assert.match(page, /data-read-only/)
    const { list } = await client(copy).comment.list({ itemType: 'book', itemId: book.id })
    assert.deepEqual(
      list.map(({ id }) => id),
      [commentId],
    )
    assert.equal(await (await fetch(`${copy.url}/storage/${avatar}`)).text(), 'a picture')
    assert.equal((await client(copy).search.books({ query: '没有这样的书没有这样的书' })).total, 0)
    const like = { itemType: 'book', itemId: book.id } as const
    await assert.rejects(client(copy, editor.token).reaction.like({ ...like, on: true }), {
      kind: 'unavailable',
      message: /只能浏览/,
    })
    await assert.rejects(client(copy).auth.sendCode({ account: 'a@books.test', purpose: 'login' }), {
      kind: 'unavailable',
    })
    await stop(copy)
    assert.match(await command('adopt-site', [], embedded), /站点不再只读，请重新启动它/)
    const site = await start(embedded)
    assert.doesNotMatch(await (await fetch(`${site.url}/book/${book.id}`)).text(), /data-read-only/)
    await client(site, editor.token).reaction.like({ ...like, on: true })

    // A backup of an embedded database must also succeed while the site runs.
    await command('backup-site', [join(folder, 'again')], embedded)
    await stop(site)
  })

  await t.test('an embedded database is restored into an external one', async () => {
    const { connection, drop } = await createTestDatabase({ isEmpty: true })
    t.after(drop)
    const second = { DATABASE_URL: databaseAddress(connection), DATA_DIR: join(folder, 'second') }
    assert.match(await command('restore-site', [await onlyFile(join(folder, 'again'))], second), /已恢复知图/)
    const site = await start(second)
    assert.ok((await client(site, editor.token).reaction.show({ itemType: 'book', itemId: book.id })).liked)
    assert.equal(await (await fetch(`${site.url}/storage/${avatar}`)).text(), 'a picture')
    await stop(site)
  })

  async function start(environment: Record<string, string>) {
    const site = spawnSite(environment, await freePort())
    running.add(site)
    void site.exited.then(() => running.delete(site))
    await waitUntilReady(site)
    while (!site.output().includes('已经开张')) await new Promise((look) => setTimeout(look, 50))
    return site
  }

  async function stop(site: SiteProcess) {
    site.child.kill('SIGTERM')
    assert.equal(await site.exited, 0, site.output())
  }
})

test('MAINTENANCE=on makes a site read-only', async (t) => {
  const site = await startTestSite(t, { isReadOnly: true })
  await assert.rejects(site.newUser(), { kind: 'unavailable', message: /现在只能浏览/ })
  assert.ok((await site.visitor.book.list()).total > 0)
  const answer = await fetch(`${site.url}/book`)
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /<footer class="footer" data-read-only="true">/)
})

async function onlyFile(folder: string): Promise<string> {
  const names = await readdir(folder)
  assert.equal(names.length, 1, names.join())
  return join(folder, names[0] ?? '')
}

function client({ url }: SiteProcess, token?: string) {
  return createClient(async (call) => {
    const { method, url: path, body } = await toRequest(call)
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    return (await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })).json()
  })
}
