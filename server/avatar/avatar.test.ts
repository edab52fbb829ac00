import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import sharp from 'sharp'
import { maxUploadBytes, pictureUrl } from '#shared/picture.ts'
import { sendUpload } from '../../test/send-upload.ts'
import { failureOf, startTestSite, type TestSite } from '../../test/test-site.ts'

const plain = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#fa8c16' } })
    .toFormat(format)
    .toBuffer()

type Reader = Awaited<ReturnType<TestSite['newReader']>>

/** Sends a file and makes it the avatar; both ways of being refused come back as they are. */
async function wear({ url }: TestSite, { api }: Reader, bytes: Buffer, type = 'image/png') {
  const permit = await api.auth.cosSign()
  assert.deepEqual(await sendUpload(url, permit, bytes, { type }), { status: 200, code: '' })
  return api.avatar.change({ key: permit.key })
}

test('avatars', async (t) => {
  const site = await startTestSite(t)
  const filesOf = async (folder: string) => readdir(`${site.files}/${folder}`, { recursive: true }).catch(() => [])

  await t.test('what one uploads becomes the picture one is shown by, in three sizes', async () => {
    const reader = await site.newReader('翠翠')
    const { profile } = await wear(site, reader, await plain(300, 200))
    assert.match(profile, new RegExp(`^avatar/${reader.user.id}/[\\da-f]{32}$`))
    assert.equal((await reader.api.user.show()).profile, profile)
    for (const size of [42, 84, 168] as const) {
      const response = await fetch(site.url + pictureUrl({ pictureBase: '/storage' }, profile, size))
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      assert.deepEqual([response.status, format, width, height], [200, 'webp', size, size])
    }
    assert.deepEqual(await filesOf(`upload/${reader.user.id}/avatar`), [])
  })

  await t.test('a wrong person, a wrong key', async () => {
    const [one, other] = [await site.newReader(), await site.newReader()]
    const permit = await one.api.auth.cosSign()
    await sendUpload(site.url, permit, await plain(64, 64))
    await failureOf(other.api.avatar.change({ key: permit.key }), 'forbidden')
    await failureOf(site.visitor.avatar.change({ key: permit.key }), 'unauthorized')
    await failureOf(site.visitor.auth.cosSign(), 'unauthorized')
    await failureOf(one.api.avatar.change({ key: `${permit.key.slice(0, -1)}../../x` }), 'invalid')
    await failureOf(one.api.avatar.change({ key: permit.key.replace(/.{8}$/, '00000000') }), 'missing')
    assert.equal((await other.api.user.show()).profile, '')
  })

  assert.ok(maxUploadBytes > 0)
})
