import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { test } from 'node:test'
import { pictureFile } from '#shared/picture.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { type SentUpload, sendUpload, signUpload } from '../../../test/send-upload.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { readObject } from './storage.ts'

test('local storage', async (t) => {
  const site = await startTestSite(t)
  const filesOf = async (folder: string) => readdir(`${site.files}/${folder}`, { recursive: true }).catch(() => [])

  await t.test('a signature with repeated parameters is refused', async () => {
    const now = Math.floor(Date.now() / 1000)
    const signed =
      `q-sign-algorithm=sha1&q-ak=A&q-sign-time=${now};${now + 900}&q-key-time=${now};${now + 900}&q-header-list=` +
      `&q-url-param-list=&q-signature=${'0'.repeat(40)}&x-cos-security-token=a&x-cos-security-token=b`
    assert.equal((await fetch(`${site.url}/storage/upload/x/y?${signed}`)).status, 404)
    assert.equal((await fetch(`${site.url}/storage/upload/x/y?${signed}`, { method: 'PUT', body: 'x' })).status, 403)
  })

  await t.test('a credential allows only the uploads it was issued for', async () => {
    const [{ api }, other] = [await site.newUser(), await site.newUser()]
    const [permit, others] = [await api.auth.cosSign(), await other.api.auth.cosSign()]
    const png = await plainPicture(64, 64)
    const { sessionToken } = permit.credentials
    const [content = '', signature = ''] = sessionToken.split('.')
    const widened = Buffer.from(content, 'base64url')
      .toString()
      .replace(/"prefix":"[^"]*"/, '"prefix":"avatar/"')
    const forged = `${Buffer.from(widened).toString('base64url')}.${signature}`
    const now = Math.floor(Date.now() / 1000)
    const claimOf = (names: string) =>
      `q-sign-algorithm=sha1&q-ak=${permit.credentials.tmpSecretId}&q-sign-time=${now};${now + 900}` +
      `&q-key-time=${now};${now + 900}&q-header-list=${names}&q-url-param-list=&q-signature=${'0'.repeat(40)}`
    const tries: [SentUpload & { body?: Buffer }, number, string][] = [
      [{ key: others.key }, 403, 'AccessDenied'],
      [{ key: permit.key.replace('/avatar/', '/cover/') }, 403, 'AccessDenied'],
      [{ key: permit.key.replace('upload/', 'avatar/') }, 403, 'AccessDenied'],
      [{ key: `${permit.key}/more` }, 403, 'AccessDenied'],
      [{ key: `${permit.key}.webp` }, 403, 'AccessDenied'],
      [{ token: forged }, 403, 'InvalidAccessKeyId'],
      [{ token: others.credentials.sessionToken }, 403, 'InvalidAccessKeyId'],
      [{ token: `${sessionToken}.x` }, 403, 'InvalidAccessKeyId'],
      [{ token: '' }, 403, 'AccessDenied'],
      [{ secretKey: others.credentials.tmpSecretKey }, 403, 'SignatureDoesNotMatch'],
      [{ secretId: others.credentials.tmpSecretId }, 403, 'InvalidAccessKeyId'],
      [{ headers: { authorization: 'q-sign-algorithm=sha1' } }, 403, 'AccessDenied'],
      [{ headers: { authorization: claimOf('%E0%A4') } }, 403, 'AccessDenied'],
      [{ headers: { authorization: claimOf('__proto__;constructor') } }, 403, 'SignatureDoesNotMatch'],
      [{ start: Math.floor(Date.now() / 1000) - 1000 }, 403, 'AccessDenied'],
      [{ start: Math.floor(Date.now() / 1000) + 3600 }, 403, 'AccessDenied'],
      [{ method: 'DELETE' }, 403, 'AccessDenied'],
      [{ method: 'POST' }, 403, 'AccessDenied'],
      [{ query: '?acl' }, 403, 'AccessDenied'],
      [{ headers: { 'x-cos-copy-source': 'x' } }, 403, 'AccessDenied'],
      [{ type: 'image/svg+xml' }, 403, 'AccessDenied'],
      [{ body: Buffer.alloc(3 * 1024 * 1024) }, 400, 'EntityTooLarge'],
      [{ body: Buffer.alloc(0) }, 400, 'IncompleteBody'],
    ]
    for (const [{ body = png, ...sent }, status, code] of tries)
      assert.deepEqual(await sendUpload(site.url, permit, body, sent), { status, code }, JSON.stringify(sent))
    for (const folder of [permit.key, 'upload', `upload/${other.user.id}/avatar`, '', '../postgres', '.unfinished'])
      assert.equal((await sendUpload(site.url, permit, png, { method: 'GET', key: folder })).status, 404, folder)
    assert.deepEqual(await filesOf('upload').then((all) => all.filter((name) => !name.includes('-'))), [])
    assert.deepEqual(await filesOf(`upload/${other.user.id}/avatar`), [])
    assert.deepEqual(await sendUpload(site.url, permit, png), { status: 200, code: '' })
  })

  await t.test('a credential reads only the files of its owner', async () => {
    const [one, other] = [await site.newUser(), await site.newUser()]
    const png = await plainPicture(64, 64)
    const [permit, others] = [await one.api.auth.cosSign(), await other.api.auth.cosSign()]
    await sendUpload(site.url, permit, png)
    await sendUpload(site.url, others, png)
    const read = async (sent: SentUpload) =>
      (await sendUpload(site.url, permit, png, { method: 'GET', ...sent })).status
    assert.equal(await read({}), 200)
    assert.equal(await read({ key: others.key }), 404)
    assert.equal(await read({ secretKey: 'guessed' }), 404)
    assert.equal(await read({ token: others.credentials.sessionToken }), 404)
    assert.equal((await fetch(`${site.url}/storage/${permit.key}`)).status, 404)
    await site.storage.put(`book/${one.user.id}/a.epub`, png)
    assert.equal(await read({ key: `book/${one.user.id}/a.epub` }), 404)
  })

  await t.test('a credential ends with the session and cannot write while its user is suspended', async () => {
    const { api, user } = await site.newUser()
    const permit = await api.auth.cosSign()
    const png = await plainPicture(64, 64)
    const suspend = (at: Date | null) =>
      site.db
        .updateTable('user')
        .set({ suspendedAt: at, suspendReason: at && '广告' })
        .where('id', '=', user.id)
        .execute()
    assert.equal((await sendUpload(site.url, permit, png)).status, 200)
    await suspend(new Date())
    await failureOf(api.auth.cosSign(), 'suspended')
    assert.deepEqual(await sendUpload(site.url, permit, png), { status: 403, code: 'AccessDenied' })
    assert.equal((await sendUpload(site.url, permit, png, { method: 'GET' })).status, 200)
    await suspend(null)
    assert.equal((await sendUpload(site.url, permit, png)).status, 200)
    await api.auth.logout()
    assert.deepEqual(await sendUpload(site.url, permit, png), { status: 403, code: 'ExpiredToken' })
    assert.equal((await sendUpload(site.url, permit, png, { method: 'GET' })).status, 404)
  })

  await t.test('a credential ends after half an hour on every node', async () => {
    const { api } = await site.newUser()
    const second = await site.secondNode()
    const permit = await api.auth.cosSign()
    assert.equal(permit.expiredTime - permit.startTime, 1800)
    assert.equal((await sendUpload(second, permit, await plainPicture(64, 64))).status, 200)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 1_801_000 })
    const late = await sendUpload(second, permit, await plainPicture(64, 64)).finally(() => t.mock.timers.reset())
    assert.deepEqual(late, { status: 403, code: 'ExpiredToken' })
  })

  await t.test('a body larger than announced is cut off, and an incomplete one is not stored', async () => {
    const { api, user } = await site.newUser()
    const permit = await api.auth.cosSign()
    const { hostname, port } = new URL(site.url)
    const { tmpSecretId: secretId, tmpSecretKey: secretKey, sessionToken } = permit.credentials
    const authorization = signUpload({ key: permit.key }, { secretId, secretKey })
    const head = (length: string) =>
      `PUT /storage/${permit.key} HTTP/1.1\r\nhost: x\r\n${length}\r\ncontent-type: image/png\r\n` +
      `authorization: ${authorization}\r\nx-cos-security-token: ${sessionToken}\r\n\r\n`
    const socket = connect(Number(port), hostname)
    socket.end(`${head('content-length: 1000')}only this`)
    await once(socket.resume(), 'close')
    const chunked = connect(Number(port), hostname)
    chunked.write(`${head('transfer-encoding: chunked')}4\r\nmore\r\n`)
    const [answer] = (await once(chunked, 'data')) as [Buffer]
    chunked.destroy()
    assert.match(answer.toString(), /^HTTP\/1\.1 411 [^]*MissingContentLength/)
    assert.deepEqual(await filesOf(`upload/${user.id}/avatar`), [])
    assert.deepEqual(await filesOf('.unfinished'), [])
  })

  await t.test('a picture is cached forever and runs no scripts', async () => {
    const { api } = await site.newUser()
    const permit = await api.auth.cosSign()
    await sendUpload(site.url, permit, await plainPicture(64, 64))
    const { profile } = await api.avatar.change({ key: permit.key })
    const address = `${site.url}/storage/${pictureFile(profile, 84)}`
    const { headers } = await fetch(address)
    assert.deepEqual(
      ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options'].map((name) =>
        headers.get(name),
      ),
      ['image/webp', 'public, max-age=31536000, immutable', "default-src 'none'; sandbox", 'nosniff'],
    )
    const etag = headers.get('etag') ?? ''
    assert.equal((await fetch(address, { headers: { 'if-none-match': etag } })).status, 304)
    assert.equal(
      (await fetch(address, { method: 'HEAD' })).headers.get('content-length'),
      headers.get('content-length'),
    )
    const none = await fetch(address.replace('-84', '-85'))
    assert.deepEqual([none.status, none.headers.get('content-type')], [404, 'text/plain; charset=utf-8'])
  })

  await t.test('keys cannot leave the storage folder', async () => {
    const { storage } = site
    for (const key of [
      '../../x',
      'a/../../x',
      '/etc/passwd',
      'a//b',
      '.unfinished/x',
      'a/.b',
      'A/b',
      'a\\b',
      'a/b\0',
      'a/',
      '',
      'x'.repeat(301),
    ]) {
      await failureOf(
        Promise.resolve().then(() => storage.put(key, Buffer.from('x'))),
        'invalid',
      )
      await failureOf(
        Promise.resolve().then(() => storage.get(key)),
        'invalid',
      )
    }
    await storage.put('book/a.epub', Buffer.from('0123456789'))
    const part = await storage.get('book/a.epub', { start: 2, end: 4 })
    assert.equal(part && (await readObject(part, 100))?.toString(), '234')
    assert.equal((await fetch(`${site.url}/storage/book/a.epub`)).status, 404)
  })

  await t.test('files are complete whenever a process is killed', async () => {
    const size = 4_000_000
    const writing = `
      const { createLocalStorage } = await import(${JSON.stringify(import.meta.resolve('./local-storage.ts'))})
      const storage = createLocalStorage(${JSON.stringify(site.files)}, null)
      for (let at = 0; ; at++) {
        await storage.put('killed/' + at, Buffer.alloc(${size}, 1))
        process.stdout.write('.')
      }`
    const writer = spawn(process.execPath, ['--input-type=module', '-e', writing], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let written = 0
    for await (const dots of writer.stdout as AsyncIterable<Buffer>) {
      written += dots.length
      if (written >= 5) writer.kill('SIGKILL')
    }
    const files = await Array.fromAsync(site.storage.list('killed/'))
    assert.ok(files.length >= written)
    for (const { key } of files) assert.equal((await stat(`${site.files}/${key}`)).size, size)
  })
})
