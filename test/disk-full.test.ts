import assert from 'node:assert/strict'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { plainPicture } from './plain-picture.ts'
import { sendUpload } from './send-upload.ts'
import { mountSmallDisk, needsRoot } from './small-disk.ts'
import { startTestSite, type TestSite } from './test-site.ts'

const small = '2m'
const large = '32m'

test('while the disk is full, writes are refused with a message and reads succeed', async (t) => {
  const site = await startTestSite(t)
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-full-'))
  const disk = mountSmallDisk(folder, small)
  t.after(async () => {
    disk?.unmount()
    await rm(folder, { recursive: true, force: true })
  })
  if (disk === null) return t.skip(needsRoot)
  const { api, token } = await site.newUser()
  const { list: books } = await api.book.list({ limit: 50 })
  let written = 0
  /** Adds the next book to the user's shelf, so that a database table grows. */
  const write = async () => {
    const bookId = books[written++]?.id
    const response = await fetch(`${site.url}/api/v1/user/shelf`, {
      method: 'PUT',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ bookId, state: 'want', note: '记'.repeat(200) }),
    })
    return { status: response.status, body: await response.json() }
  }

  await t.test('the disk of the database is full', async () => {
    const moveBack = await moveToDisk(site, folder, 'shelf')
    const filler = join(folder, 'filler')
    await assert.rejects(writeFile(filler, Buffer.alloc(4_000_000)), { code: 'ENOSPC' })
    let last = await write()
    while (last.status === 200) last = await write()
    assert.equal(last.status, 503)
    assert.match(last.body.message, /空间满了/)
    assert.equal((await fetch(`${site.url}/book/${books[0]?.id}`)).status, 200)
    const ready = await fetch(`${site.url}/readyz`)
    assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready', disk: 'full' }])
    await rm(filler)
    assert.equal((await write()).status, 200)
    await moveBack()
  })

  await t.test('the disk of the file store is full', async (st) => {
    const storeDisk = mountSmallDisk(site.files, small)
    st.after(() => storeDisk?.unmount())
    const picture = Buffer.concat([await plainPicture(64, 64), Buffer.alloc(1_500_000)])
    const permit = await api.auth.cosSign()
    const put = async () => sendUpload(site.url, await api.auth.cosSign(), picture)
    assert.equal((await sendUpload(site.url, permit, picture)).status, 200)
    assert.deepEqual(await put(), { status: 503, code: 'ServiceUnavailable' })
    storeDisk?.resize(large)
    assert.equal((await put()).status, 200)
  })
})

/** Moves a database table to a folder on a disk of two megabytes, and returns a function that moves the table back. */
async function moveToDisk({ connection }: TestSite, folder: string, table: string) {
  const client = new pg.Client({ ...connection, user: 'postgres' })
  await client.connect()
  const { rows } = await client.query<{ directory: string }>("select current_setting('data_directory') as directory")
  const { uid, gid } = await stat(rows[0]?.directory ?? '')
  await chown(folder, uid, gid)
  await chmod(folder, 0o700)
  const name = `small_${process.pid}`
  await client.query(`create tablespace ${name} location '${folder}'`)
  await client.query(`alter table ${table} set tablespace ${name}`)
  return async () => {
    await client.query(`alter table ${table} set tablespace pg_default`)
    await client.query(`drop tablespace ${name}`)
    await client.end()
  }
}
