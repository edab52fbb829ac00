import assert from 'node:assert/strict'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { plainPicture } from '../plain-picture.ts'
import { startTestSite } from '../test-site.ts'
import { pictureFile } from '#shared/picture.ts'
import { createCosStorage } from '#server/platform/storage/cos-storage.ts'
import { startCosEmulator } from '../cos-emulator.ts'
import { showsUser } from './account-form.ts'
import { startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { failedLoad } from './every-route.ts'
import { tellStory } from './tell-story.ts'

test('changing the avatar', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  // The test's photo is orange on the left and blue on the right, so that the test can recognise the cropped part.
  const photo = await sharp(await plainPicture(800, 400, 'png', '#2f6f93'))
    .composite([{ input: await plainPicture(400, 400), top: 0, left: 0 }])
    .jpeg()
    .toBuffer()
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: '裁剪头像' })
  const choose = async (page: Page, given: ReturnType<typeof file> | string) => {
    const fileChooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /选一张图片|换头像/ }).press('Enter')
    await (await fileChooser).setFiles(given)
  }
  const isShown = (page: Page, place: string) =>
    page.waitForFunction(
      (place) =>
        [...document.querySelectorAll<HTMLImageElement>(`${place} .avatar img`)].some((one) => one.naturalWidth > 0),
      place,
    )
  const colourOf = async (profile: string) => {
    const bytes = await (await fetch(`${site.url}/storage/${pictureFile(profile, 42)}`)).arrayBuffer()
    const { data } = await sharp(Buffer.from(bytes)).raw().toBuffer({ resolveWithObject: true })
    return (data[(21 * 42 + 21) * 3] ?? 0) > 200 ? 'orange' : 'blue'
  }

  await t.test('a picture is chosen, cropped and uploaded by keyboard alone', async () => {
    const { token, api } = await site.newUser('翠翠')
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      await choose(page, file('船.jpg', 'image/jpeg', photo))
      await dialogOf(page).waitFor()
      await requireAccessible(page, 'dialog')
      await page.getByRole('application', { name: /裁剪/ }).focus()
      for (let at = 0; at < 3; at++) await page.keyboard.press('+')
      for (let at = 0; at < 20; at++) await page.keyboard.press('ArrowLeft')
      assert.ok(Number(await page.getByRole('slider', { name: '缩放' }).inputValue()) > 1.2)
      await page.getByRole('button', { name: '用作头像' }).press('Enter')
      await page.getByText('头像已经换好').waitFor()
      assert.equal(await dialogOf(page).count(), 0)
      for (const place of ['.account-button', '.user-info-head', '.avatar-editor']) await isShown(page, place)
      const { profile } = await api.user.show()
      assert.equal(await colourOf(profile), 'orange')

      await open('/book')
      await showsUser(page, '翠翠')
      await isShown(page, '.account-button')
      const box = await page.locator('.account-button .avatar').boundingBox()
      assert.deepEqual([box?.width, box?.height], [42, 42])

      await open('/user/userInfo#info')
      await page.getByRole('button', { name: '移除头像' }).press('Enter')
      await page.getByText('头像已经移除').waitFor()
      assert.equal(await page.locator('.avatar img').count(), 0)
    })
  })

  await t.test(
    'a picture is dropped, cropped with the mouse, cancelled during the upload and uploaded again',
    async () => {
      const { token, api } = await site.newUser('二老')
      await visit({ token, expected: [failedLoad, /net::ERR_FAILED/] }, async ({ page, open }) => {
        await open('/user/userInfo#info')
        const editor = page.getByRole('region', { name: '头像' })
        await editor.waitFor()
        const dropped = await page.evaluateHandle((bytes) => {
          const transfer = new DataTransfer()
          transfer.items.add(
            new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], 'a.jpg', { type: 'image/jpeg' }),
          )
          return transfer
        }, photo.toString('base64'))
        await editor.dispatchEvent('drop', { dataTransfer: dropped })
        const canvas = page.getByRole('application', { name: /裁剪/ })
        const box = await canvas.boundingBox()
        assert.ok(box)
        await page.mouse.move(box.x + 200, box.y + 100)
        await page.mouse.down()
        await page.mouse.move(box.x - 300, box.y + 100, { steps: 4 })
        await page.mouse.up()

        const held = Promise.withResolvers<void>()
        await page.route('**/storage/upload/**', async (route) => {
          await held.promise
          await route.abort()
        })
        await page.getByRole('button', { name: '用作头像' }).click()
        await page.getByRole('progressbar').waitFor()
        await dialogOf(page).getByRole('button', { name: '取消' }).click()
        await page.getByRole('progressbar').waitFor({ state: 'detached' })
        assert.equal(await page.getByRole('alert').count(), 0)
        await page.getByRole('button', { name: '用作头像' }).click()
        held.resolve()
        await page.getByRole('alert').getByText('图片没有传上去').waitFor()
        assert.equal((await api.user.show()).profile, '')

        await page.unroute('**/storage/upload/**')
        await page.getByRole('button', { name: '用作头像' }).click()
        await page.getByText('头像已经换好').waitFor()
        assert.equal(await colourOf((await api.user.show()).profile), 'blue')
      })
    },
  )

  await t.test('an unusable file shows an error at once, and Escape changes nothing', async (t) => {
    const { token, api } = await site.newUser('傩送')
    const folder = await mkdtemp(join(tmpdir(), 'zhitu-avatar-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    // The browser reads the large file itself, because sending the bytes to the browser takes most of a minute on a
    // slow machine.
    const large = join(folder, 'large.png')
    await writeFile(large, '')
    await truncate(large, 21 * 1024 * 1024)
    await visit({ screen: 'phone', token }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      await choose(page, file('a.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
      await page.getByText('只能用 JPEG、PNG 或 WebP 图片').waitFor()
      await choose(page, file('a.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
      await page.getByText('这张图片打不开').waitFor()
      await choose(page, large)
      await page.getByText('图片最大 20 MB').waitFor()
      await choose(page, file('a.jpg', 'image/jpeg', photo))
      await dialogOf(page).waitFor()
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      assert.equal((await api.user.show()).profile, '')
    })
  })

  await t.test('an avatar that fails to load shows the initial and does not shift the header', async () => {
    const { token, user } = await site.newUser('天保')
    const profile = `avatar/${user.id}/${'0'.repeat(32)}`
    await site.db.updateTable('user').set({ avatarKey: profile }).where('id', '=', user.id).execute()
    await visit({ token, expected: [failedLoad, /avatar not loaded/] }, async ({ page, open }) => {
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('avatar not loaded'))
      await open('/book')
      assert.equal((await logged).type(), 'error')
      await showsUser(page, '天保')
      await page.locator('.account-button .avatar img').waitFor({ state: 'detached' })
      assert.equal(await page.locator('.account-button .avatar').innerText(), '天')
    })
  })

  await t.test('with a COS bucket the page uploads to the bucket and shows the picture from it', async () => {
    const cos = await startCosEmulator(t)
    const { endpoint } = cos.settings
    const inBucket = await startTestSite(t, { pictureBase: endpoint }, { storage: createCosStorage(cos.settings) })
    const visitBucket = await startBrowser(inBucket.url)
    const { token, api } = await inBucket.newUser('祖父')
    await visitBucket({ token, expected: [new RegExp(`^outside: ${endpoint}`)] }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      await choose(page, file('船.jpg', 'image/jpeg', photo))
      await page.getByRole('button', { name: '用作头像' }).click()
      await page.getByText('头像已经换好').waitFor()
      await isShown(page, '.account-button')
      const { profile } = await api.user.show()
      assert.deepEqual(
        [...cos.objects.keys()].toSorted(),
        ([168, 42, 84] as const).map((size) => pictureFile(profile, size)),
      )
      assert.deepEqual(cos.refusals, [])
    })
  })
})
