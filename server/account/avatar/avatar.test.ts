import assert from 'node:assert/strict'
import { randomBytes, randomFillSync } from 'node:crypto'
import { access, readdir, utimes, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import type { FailureKind } from '#shared/api/failure.ts'
import { maxUploadBytes, pictureFile, pictureStem, pictureUrl } from '#shared/picture.ts'
import { acceptPicture, deletePicture } from '#server/account/upload/accept-picture.ts'
import { sweepStorage } from '#server/platform/storage/sweep-storage.ts'
import { pictureBomb, plainPicture } from '../../../test/plain-picture.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { failureOf, startTestSite, type TestSite } from '../../../test/test-site.ts'

type Reader = Awaited<ReturnType<TestSite['newUser']>>

/**
 * Uploads a picture and sets it as the user's avatar. The upload must succeed; the promise is rejected when the site
 * refuses the avatar.
 */
async function wear({ url }: TestSite, { api }: Reader, bytes: Buffer, type = 'image/png') {
  const permit = await api.auth.cosSign()
  assert.deepEqual(await sendUpload(url, permit, bytes, { type }), { status: 200, code: '' })
  return api.avatar.change({ key: permit.key })
}

test('avatars', async (t) => {
  const site = await startTestSite(t)
  const filesOf = async (folder: string) => readdir(`${site.files}/${folder}`, { recursive: true }).catch(() => [])

  await t.test('an uploaded picture becomes the avatar in three sizes', async () => {
    const testUser = await site.newUser('翠翠')
    const { profile } = await wear(site, testUser, await plainPicture(300, 200))
    assert.match(profile, new RegExp(`^avatar/${testUser.user.id}/[\\da-f]{32}-168\\.webp$`))
    assert.equal((await testUser.api.user.show()).profile, profile)
    for (const size of [42, 84, 168] as const) {
      const response = await fetch(site.url + pictureUrl({ pictureBase: '/storage' }, profile, size))
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      assert.deepEqual([response.status, format, width, height], [200, 'webp', size, size])
    }
    assert.deepEqual(await filesOf(`upload/${testUser.user.id}/avatar`), [])
  })

  await t.test('an avatar is served by its key in all sizes', async () => {
    const testUser = await site.newUser()
    const { profile } = await wear(site, testUser, await plainPicture(64, 64))
    assert.equal((await testUser.api.user.show()).profile, profile)
    for (const size of [42, 84, 168] as const)
      assert.equal(pictureFile(pictureStem(profile), size), pictureFile(profile, size))
    assert.equal((await fetch(`${site.url}/storage/${profile}`)).status, 200)
  })

  await t.test('another user and a wrong key are refused', async () => {
    const [one, other] = [await site.newUser(), await site.newUser()]
    const permit = await one.api.auth.cosSign()
    await sendUpload(site.url, permit, await plainPicture(64, 64))
    await failureOf(other.api.avatar.change({ key: permit.key }), 'invalid')
    await failureOf(site.visitor.avatar.change({ key: permit.key }), 'unauthorized')
    await failureOf(site.visitor.auth.cosSign(), 'unauthorized')
    await failureOf(one.api.avatar.change({ key: `${permit.key.slice(0, -1)}../../x` }), 'invalid')
    await failureOf(one.api.avatar.change({ key: permit.key.replace(/.{8}$/, '00000000') }), 'missing')
    assert.equal((await other.api.user.show()).profile, '')
  })

  await t.test('a file that is not a complete picture is refused by its content', async () => {
    const testUser = await site.newUser()
    const jpeg = await sharp(randomFillSync(Buffer.alloc(300 * 300 * 3)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .jpeg()
      .toBuffer()
    const frames = await sharp([await plainPicture(64, 64), await plainPicture(64, 64, 'png', '#000')], {
      join: { animated: true },
    })
      .webp()
      .toBuffer()
    const bomb = pictureBomb(20_000)
    assert.ok(bomb.length < maxUploadBytes)
    const wrong: [string, Buffer, FailureKind][] = [
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'), 'unsupported'],
      [
        'a GIF',
        await sharp(await plainPicture(64, 64))
          .gif()
          .toBuffer(),
        'unsupported',
      ],
      ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'unsupported'],
      ['the head of a PNG', (await plainPicture(300, 300)).subarray(0, 60), 'unsupported'],
      ['noise that says it is a JPEG', Buffer.concat([jpeg.subarray(0, 3), randomBytes(5000)]), 'unsupported'],
      ['a film', frames, 'unsupported'],
      ['a bomb', bomb, 'tooLarge'],
      ['a point', await plainPicture(2, 2), 'invalid'],
    ]
    for (const [what, bytes, kind] of wrong)
      await failureOf(wear(site, testUser, bytes), kind).catch((error: Error) =>
        assert.fail(`${what}: ${error.message}`),
      )
    assert.equal((await testUser.api.user.show()).profile, '')
    assert.deepEqual(await filesOf(`upload/${testUser.user.id}/avatar`), [])
    assert.deepEqual(await filesOf(`avatar/${testUser.user.id}`), [])
  })

  await t.test('metadata of the camera is removed and the picture is rotated upright', async () => {
    const testUser = await site.newUser()
    // The test photo is stored with red above blue, and its EXIF orientation tag says that the top of the picture is on
    // the right.
    const photo = await sharp(await plainPicture(200, 100, 'png', '#0000ff'))
      .composite([{ input: await plainPicture(200, 50, 'png', '#ff0000'), top: 0, left: 0 }])
      .withExif({ IFD0: { Artist: 'somebody', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { profile } = await wear(site, testUser, photo, 'image/jpeg')
    const bytes = Buffer.from(await (await fetch(`${site.url}/storage/${profile}`)).arrayBuffer())
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined])
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels]
    assert.ok((at(150, 84) ?? 0) > 200 && (at(18, 84) ?? 255) < 60, 'the red half is on the right')
  })

  await t.test(
    'a new picture replaces the former one, it can be removed, and both invalidate cached pages',
    async () => {
      const testUser = await site.newUser('船总顺顺')
      const [book] = (await site.visitor.book.list()).list
      assert.ok(book)
      const credits = { title: book.title, authors: book.authors }
      await site.db
        .insertInto('recommendation')
        .values({
          id: newId(),
          userId: testUser.user.id,
          bookId: book.id,
          ...credits,
          status: 'approved',
          reason: '渡口的水',
        })
        .execute()
      const shownAvatar = async () =>
        (await site.visitor.book.show({ id: book.id })).recommends.find(({ user }) => user.id === testUser.user.id)
          ?.user.profile
      const page = async () => (await fetch(`${site.url}/book/${book.id}`)).text()
      await page()
      const first = (await wear(site, testUser, await plainPicture(64, 64))).profile
      const { profile } = await wear(site, testUser, await plainPicture(64, 64, 'webp'), 'image/webp')
      assert.notEqual(profile, first)
      assert.equal(await shownAvatar(), profile)
      assert.ok((await page()).includes(profile))
      assert.equal((await fetch(`${site.url}/storage/${pictureFile(first, 42)}`)).status, 404)
      assert.equal((await filesOf(`avatar/${testUser.user.id}`)).length, 3)
      assert.deepEqual(await testUser.api.avatar.remove(), { profile: '' })
      assert.ok(!(await page()).includes(profile))
      assert.deepEqual(await filesOf(`avatar/${testUser.user.id}`), [])
      await failureOf(site.visitor.avatar.remove(), 'unauthorized')
    },
  )

  await t.test('of two concurrent changes one picture stays', async () => {
    const testUser = await site.newUser()
    const permits = [await testUser.api.auth.cosSign(), await testUser.api.auth.cosSign()]
    for (const permit of permits) await sendUpload(site.url, permit, await plainPicture(64, 64))
    await Promise.all(permits.map(({ key }) => testUser.api.avatar.change({ key })))
    const { profile } = await testUser.api.user.show()
    const left = await filesOf(`avatar/${testUser.user.id}`)
    assert.equal(left.length, 3)
    assert.ok(left.every((file) => `avatar/${testUser.user.id}/${file}`.startsWith(pictureStem(profile))))
  })

  await t.test(
    'a process killed while it writes leaves no readable file, and the sweep deletes its files',
    async () => {
      const testUser = await site.newUser()
      const { profile } = await wear(site, testUser, await plainPicture(64, 64))
      const permit = await testUser.api.auth.cosSign()
      await sendUpload(site.url, permit, await plainPicture(64, 64))
      // The test creates the files that a killed process leaves behind: a partial file, and pictures that no user has
      // as avatar.
      const half = `avatar/${testUser.user.id}/${'0'.repeat(32)}-42.webp`
      await site.storage.put(half, await plainPicture(64, 64))
      await writeFile(`${site.files}/.unfinished/half`, 'RIFF')
      await sweepStorage(site.db, site.storage)
      assert.equal((await filesOf('.unfinished')).length, 1)
      const files = [`.unfinished/half`, half, permit.key, pictureFile(profile, 42)]
      const yesterday = Date.now() / 1000 - 25 * 3600
      for (const file of files) await utimes(`${site.files}/${file}`, yesterday, yesterday)
      await sweepStorage(site.db, site.storage)
      const there = await Promise.all(
        files.map((file) =>
          access(`${site.files}/${file}`).then(
            () => true,
            () => false,
          ),
        ),
      )
      assert.deepEqual(there, [false, false, false, true])
    },
  )

  await t.test(
    'an uploaded cover is stored as wide as it is displayed, in its proportions, and replaces the generated one',
    async () => {
      const { api, user } = await site.newUser()
      const permit = await api.auth.cosSign({ kind: 'cover' })
      await sendUpload(site.url, permit, await plainPicture(600, 900, 'jpeg'), { type: 'image/jpeg' })
      await failureOf(api.avatar.change({ key: permit.key }), 'invalid')
      const cover = await acceptPicture(site.storage, { userId: user.id, kind: 'cover', upload: permit.key })
      const sizes = await Promise.all(
        ([240, 480, 960] as const).map(async (size) => {
          const response = await fetch(site.url + pictureUrl({ pictureBase: '/storage' }, cover, size))
          const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
          return [width, height]
        }),
      )
      assert.deepEqual(sizes, [
        [240, 360],
        [480, 720],
        [600, 900],
      ])
      const book = (await site.visitor.book.list()).list.at(-1)
      await site.db
        .updateTable('book')
        .set({ cover })
        .where('id', '=', book?.id ?? '')
        .execute()
      const page = await (await fetch(`${site.url}/book/${book?.id}`)).text()
      assert.ok(page.includes(`src="/storage/${cover}-480.webp"`))
      await deletePicture(site.storage, cover)
      assert.deepEqual(await filesOf(`cover/${user.id}`), [])
    },
  )
})
