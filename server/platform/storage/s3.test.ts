import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pictureFile } from '#shared/picture.ts'
import { withBackupFile } from '#server/operations/backup/fetch-backup.ts'
import { openBackupTarget } from '#server/operations/backup/open-backup-target.ts'
import { checkStorage } from '#server/start/doctor/check-services.ts'
import { moveSiteFiles } from '#server/http/site/move-site-files.ts'
import { markKey } from '#server/http/site/own-site.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { s3Buckets, startS3Server } from '../../../test/s3-server.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { createFolderStore } from './folder-store.ts'
import { openObjectStore } from './open-object-store.ts'
import { openStorage } from './open-storage.ts'
import { readObject } from './storage.ts'
import { sweepStorage } from './sweep-storage.ts'

test('storage in an S3-compatible bucket', async (t) => {
  const s3 = await startS3Server(t)
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-s3-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const site = await startTestSite(t)
  const settings = { storage: { kind: 's3' as const, cos: null, s3 }, dataDirectory: folder }
  const storage = openStorage(site.db, settings)
  const node = await site.secondNode({ storage })
  const keysOf = async (prefix: string) => (await Array.fromAsync(storage.list(prefix))).map(({ key }) => key)

  await t.test('a picture is uploaded through the site and read from the bucket', async () => {
    const { token, user } = await site.newUser()
    const api = site.caller(token, node)
    const permit = await api.auth.cosSign()
    assert.equal(permit.endpoint, '/storage')
    const png = await plainPicture(64, 64)
    assert.deepEqual(await sendUpload(node, permit, png), { status: 200, code: '' })
    assert.deepEqual(await keysOf(`upload/${user.id}/`), [permit.key])
    const { profile } = await api.avatar.change({ key: permit.key })
    const files = ([168, 42, 84] as const).map((size) => pictureFile(profile, size))
    assert.deepEqual(await keysOf(`avatar/${user.id}/`), files)
    const picture = await fetch(`${node}/storage/${files[0]}`)
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp'])
    assert.equal((await fetch(`${node}/storage/${permit.key}`)).status, 404)
    await api.avatar.remove()
    assert.deepEqual(await keysOf(`avatar/${user.id}/`), [])
  })

  await t.test('the server writes, reads, moves and deletes its own files', async () => {
    const path = join(folder, 'book')
    await writeFile(path, '天下之至柔')
    await storage.putFile('book/dao-1.epub', path)
    const found = await storage.get('book/dao-1.epub')
    assert.deepEqual([found?.type, found?.size], ['application/epub+zip', 15])
    assert.equal((found && (await readObject(found, 100)))?.toString(), '天下之至柔')
    const part = await storage.get('book/dao-1.epub', { start: 3, end: 5 })
    assert.deepEqual([part?.size, String(part && (await readObject(part, 100)))], [15, '下'])
    assert.equal(await storage.get('book/none.epub'), undefined)
    await storage.move('book/dao-1.epub', 'trash/20260101/book/dao-1.epub')
    await storage.move('book/none.epub', 'trash/20260101/book/none.epub')
    assert.deepEqual([await keysOf('book/'), await keysOf('trash/')], [[], ['trash/20260101/book/dao-1.epub']])
    await assert.rejects(storage.put('../../outside', Buffer.from('x')), /名字不对/)
    await storage.put('upload/someone/avatar/a', Buffer.from('raw'))
    const counts = await sweepStorage(site.db, storage, { now: new Date(Date.now() + 25 * 3600 * 1000) })
    assert.deepEqual([counts.uploads, counts.deleted, await keysOf('trash/')], [1, 1, []])
  })

  await t.test('a bucket that refuses the site is explained to the operator', async () => {
    const wrong = { storage: { ...settings.storage, s3: { ...s3, secretAccessKey: 'wrong' } }, dataDirectory: folder }
    assert.match((await checkStorage(storage, settings)).seen, /的 zhitu 可以读/)
    const { level, seen } = await checkStorage(openStorage(site.db, wrong), wrong)
    assert.equal(level, 'fault')
    assert.match(seen, /SignatureDoesNotMatch/)
  })

  await t.test('backups of any size are uploaded, listed, fetched and deleted', async () => {
    const place = `s3://${s3Buckets.others}/zhitu/nightly`
    const opening = { ...settings, scratchDirectory: folder }
    const target = openBackupTarget(place, opening)
    const bytes = randomBytes(17 * 1024 * 1024)
    const name = 'zhitu-20261122T190000Z.tar.zst'
    const before = await readdir(folder)
    assert.equal(await target.add(name, (path) => writeFile(path, bytes).then(() => 'written')), 'written')
    await assert.rejects(
      target.add(name.replace('19', '20'), () => Promise.reject(new Error('disk full'))),
      /disk full/,
    )
    const createTime = new Date('2026-11-22T19:00:00Z')
    assert.deepEqual(await target.list(), [{ name, createTime, bytes: bytes.length }])
    const fetched = await withBackupFile(`${place}/${name}`, opening, (path) => readFile(path))
    assert.ok(fetched.equals(bytes))
    await assert.rejects(
      withBackupFile(`${place}/zhitu-1.tar.zst`, opening, async () => undefined),
      /没有备份 s3:.*那里有：zhitu-20261122T190000Z.tar.zst。/,
    )
    assert.deepEqual(await readdir(folder), before, 'temporary files are deleted')
    await target.delete(name)
    assert.deepEqual(await target.list(), [])
    const noKeys = { storage: { cos: null, s3: null }, scratchDirectory: folder }
    assert.throws(() => openBackupTarget('cos://backups-1250000000', noKeys), /需要 COS_SECRET_ID 和 COS_SECRET_KEY/)
    assert.throws(() => openBackupTarget('ftp://backups', noKeys), /不认识 ftp/)
  })

  await t.test('files move between stores, also after an interruption, and each copy is compared', async () => {
    const [from, to] = [createFolderStore(join(folder, 'from')), storage]
    const keys = Array.from({ length: 20 }, (_, index) => `cover/someone/${String(index).padStart(2, '0')}.webp`)
    for (const key of keys) await from.put(key, Buffer.from(key))
    await from.put(markKey, Buffer.from('{"siteId":"one"}'))
    const journal = join(folder, 'journal.txt')
    const interrupted = new AbortController()
    const onCopied = ({ copied }: { copied: number }) => void (copied === 5 && interrupted.abort())
    await assert.rejects(moveSiteFiles({ from, to, journal, signal: interrupted.signal, onCopied }), /aborted/)
    assert.equal(await to.get(markKey), undefined, 'an incomplete store does not belong to the site')
    const written = 'cover/someone/late.webp'
    // The file is written synchronously, because the move does not wait for this callback between two copies.
    const writeLate = () => writeFileSync(join(folder, 'from', written), 'late')
    const { signal } = new AbortController()
    const { copied } = await moveSiteFiles({
      from,
      to,
      journal,
      signal,
      onCopied: ({ copied }) => void (copied === 5 && writeLate()),
    })
    assert.ok(copied > 5 && copied <= 16, `${copied} were left`)
    assert.deepEqual(await keysOf('cover/'), [...keys, written])
    assert.equal((await moveSiteFiles({ from, to, journal, signal })).copied, 0)
    await to.delete(written)
    assert.equal((await moveSiteFiles({ from, to, journal, signal })).copied, 1, 'the journal alone proves nothing')
    const damaging = { ...to, put: (key: string) => to.put(key, Buffer.from('damaged')) }
    await from.put('cover/someone/new.webp', Buffer.from('new'))
    await assert.rejects(moveSiteFiles({ from, to: damaging, journal, signal }), /cover.someone.new.webp 与原来的不同/)
    await to.put(markKey, Buffer.from('{"siteId":"other"}'))
    await assert.rejects(moveSiteFiles({ from, to, journal, signal }), /属于另一个站点/)
  })

  await t.test('stores are named in words', () => {
    const { address } = openObjectStore('s3', settings) ?? {}
    assert.equal(address, `${s3.endpoint}/${s3Buckets.files}`)
    assert.equal(openObjectStore('local', settings)?.address, join(folder, 'storage'))
    assert.equal(openObjectStore('/srv/files', settings)?.address, '/srv/files')
    for (const name of ['elsewhere', 'ftp://x/y']) assert.equal(openObjectStore(name, settings), undefined)
    assert.throws(() => openObjectStore('cos', settings), /请设 COS_BUCKET/)
    assert.throws(() => openObjectStore('s3://bucket/folder', settings), /须是整个存储桶/)
  })
})
