import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import COS from 'cos-js-sdk-v5'
import { pictureFile } from '#shared/picture.ts'
import { startCosEmulator } from '../../../test/cos-emulator.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { isSignedBy, parseAuthorization } from './cos-signature.ts'
import { createCosStorage } from './cos-storage.ts'
import { permitUpload } from '#server/account/upload/permit-upload.ts'
import { readObject } from './storage.ts'
import { signTc3 } from './sts-credential.ts'
import { sweepStorage } from './sweep-storage.ts'

test('signatures match Tencent’s SDK and documentation', () => {
  const secret = { secretId: 'AKIDexample', secretKey: 'BQYIM75p8x0iWVFSIgqEKwFprpRSVHlz' }
  const query = { prefix: 'a b/!(c)*', marker: '', 'max-keys': '7' }
  const headers = { host: 'zhitu-1250000000.cos.ap-nanjing.myqcloud.com', 'x-cos-acl': 'private', range: 'bytes=0-9' }
  const request = { method: 'GET', path: '/avatar/一.webp', query, headers }
  const signature = COS.getAuthorization({
    SecretId: secret.secretId,
    SecretKey: secret.secretKey,
    KeyTime: '1700000000;1700000900',
    Method: 'GET',
    Pathname: request.path,
    Query: query,
    Headers: headers,
  })
  const claimed = parseAuthorization(signature)
  assert.ok(claimed && isSignedBy(claimed, request, secret.secretKey))
  assert.ok(!isSignedBy(claimed, { ...request, path: '/avatar/二.webp' }, secret.secretKey))

  const documented = signTc3({
    secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
    secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
    service: 'cvm',
    host: 'cvm.tencentcloudapi.com',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    time: 1_551_113_065,
  })
  assert.match(documented, /Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168$/)
})

test('storage in a Tencent COS bucket', async (t) => {
  const cos = await startCosEmulator(t)
  const storage = createCosStorage(cos.settings)
  const site = await startTestSite(t, { pictureBase: 'https://pictures.books.test' }, { storage })
  const png = await plainPicture(64, 64)

  await t.test('temporary credentials allow only the user’s own pictures, for half an hour', async () => {
    const { api, user } = await site.newUser()
    const permit = await api.auth.cosSign()
    assert.deepEqual(
      [permit.bucket, permit.region, permit.endpoint, permit.isHostSigned, permit.expiredTime - permit.startTime],
      ['zhitu-1250000000', 'ap-nanjing', cos.settings.endpoint, true, 1800],
    )
    assert.deepEqual(cos.grants.get(permit.credentials.tmpSecretId)?.policy, {
      version: '2.0',
      statement: [
        {
          effect: 'allow',
          action: ['name/cos:PutObject'],
          resource: [`qcs::cos:ap-nanjing:uid/1250000000:zhitu-1250000000/upload/${user.id}/avatar/*`],
          condition: {
            string_equal: { 'cos:content-type': ['image/jpeg', 'image/png', 'image/webp'] },
            numeric_less_than_equal: { 'cos:content-length': 2 * 1024 * 1024 },
          },
        },
        {
          effect: 'allow',
          action: ['name/cos:GetObject', 'name/cos:HeadObject'],
          resource: ['upload', 'avatar', 'cover'].map(
            (folder) => `qcs::cos:ap-nanjing:uid/1250000000:zhitu-1250000000/${folder}/${user.id}/*`,
          ),
        },
      ],
    })
    const other = await site.newUser()
    const answers = [
      await sendUpload('', permit, png, { key: `upload/${other.user.id}/avatar/1` }),
      await sendUpload('', permit, png, { type: 'image/svg+xml' }),
      await sendUpload('', permit, Buffer.alloc(3 * 1024 * 1024)),
      await sendUpload('', permit, png, { method: 'DELETE' }),
      await sendUpload('', permit, png, { secretKey: 'guessed' }),
    ]
    assert.deepEqual(
      answers.map(({ code }) => code),
      ['AccessDenied', 'AccessDenied', 'AccessDenied', 'AccessDenied', 'SignatureDoesNotMatch'],
    )
    const others = await other.api.auth.cosSign()
    const reads = [
      await sendUpload('', permit, png),
      await sendUpload('', permit, png, { method: 'GET' }),
      await sendUpload('', permit, png, { method: 'GET', key: others.key }),
    ]
    assert.deepEqual(
      reads.map(({ status }) => status),
      [200, 200, 403],
    )
  })

  await t.test('an upload becomes pictures in the bucket and is deleted', async () => {
    const { api, user } = await site.newUser()
    const permit = await api.auth.cosSign()
    assert.equal((await sendUpload('', permit, png)).status, 200)
    const { profile } = await api.avatar.change({ key: permit.key })
    const mine = () => [...cos.objects.keys()].filter((key) => key.includes(user.id))
    assert.deepEqual(
      mine().toSorted(),
      ([168, 42, 84] as const).map((size) => pictureFile(profile, size)),
    )
    assert.equal(cos.objects.get(profile)?.type, 'image/webp')
    assert.equal((await fetch(`${cos.settings.endpoint}/${profile}`)).status, 200)
    await api.avatar.remove()
    assert.deepEqual(mine(), [])
  })

  await t.test('the server writes and reads its own files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zhitu-cos-'))
    await writeFile(join(folder, 'book'), '天下之至柔')
    await storage.putFile('book/dao-1.epub', join(folder, 'book'))
    await rm(folder, { recursive: true })
    const found = await storage.get('book/dao-1.epub')
    assert.deepEqual([found?.type, found?.etag], ['application/epub+zip', '"cos"'])
    assert.equal((found && (await readObject(found, 100)))?.toString(), '天下之至柔')
    assert.equal(await storage.get('book/none.epub'), undefined)
    await storage.delete('book/dao-1.epub', 'book/none.epub')
  })

  await t.test('unused files are swept, also from listings of several pages', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await storage.put(`upload/someone/avatar/${name}`, png)
    await sweepStorage(site.db, storage)
    assert.ok(cos.objects.has('upload/someone/avatar/e'))
    await sweepStorage(site.db, storage, { now: new Date(Date.now() + 25 * 3600 * 1000) })
    assert.deepEqual([...cos.objects.keys()], [])
  })

  await t.test('the content security policy allows the bucket and its pictures only', async () => {
    const policy = (await fetch(`${site.url}/book`)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /img-src 'self' data: https:\/\/pictures\.books\.test;/)
    assert.match(policy, new RegExp(`connect-src 'self' ${cos.settings.endpoint};`))
    assert.equal((await fetch(`${site.url}/storage/avatar/x`)).status, 404)
  })

  await t.test('a bucket that refuses the site is reported as unavailable', async () => {
    const wrong = createCosStorage({ ...cos.settings, secretKey: 'wrong' })
    const { message } = await failureOf(
      permitUpload(wrong, { id: 'somebody', sessionId: 'none' }, 'avatar'),
      'unavailable',
    )
    assert.doesNotMatch(message, /STS|Signature/)
    await assert.rejects(wrong.put('book/x.epub', png), /SignatureDoesNotMatch/)
  })
})
