import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { failedLoad } from './every-route.ts'
import { startTestSite } from '../test-site.ts'
import { showsUser } from './account-form.ts'
import { becomesAlive, menuOf, startBrowser } from './browser.ts'
import { tellStory } from './tell-story.ts'

test('videos', async (t) => {
  const site = await startTestSite(t, { featureVideo: true })
  const { url } = site
  const visit = await startBrowser(url)
  const editor = await site.newEditor('阿编')
  const { list: known } = await site.visitor.place.find({ query: '凤凰' })
  const { region: _, ...place } = known.find(({ placeId }) => placeId !== null) ?? assert.fail()
  const draft = {
    desc: '清晨的渡船从虹桥下经过。',
    tags: ['湘西'],
    places: [{ ...place, kind: 'setting' as const, region: null }],
  }
  const film = await editor.api.video.create({ ...draft, title: '沱江的早晨', source: '/films/morning.webm' })
  const embedded = await editor.api.video.create({
    ...draft,
    title: '长江三峡',
    source: 'https://www.bilibili.com/video/BV1xx411c7mD/',
  })

  await t.test('a video is found in the list, played, liked and commented on', async () => {
    const reader = await site.newUser('读者手机')
    await tellStory(visit, { token: reader.token }, async ({ page, open }) => {
      await open('/video')
      await showsUser(page, reader.user.name)
      await menuOf(page, 'phone').getByRole('link', { name: '视频' }).and(page.locator('[aria-current]')).waitFor()
      const body = await recordFilm(page)
      await page.route('**/films/morning.webm', (route) => route.fulfill({ contentType: 'video/webm', body }))
      await page.getByRole('link', { name: '沱江的早晨' }).click()
      const play = page.getByRole('button', { name: '播放《沱江的早晨》' })
      await play.focus()
      await becomesAlive(page)
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
      assert.ok(await page.locator('video').evaluate((element) => element === document.activeElement))
      await page.getByRole('button', { name: /^喜欢/ }).click()
      await page.getByRole('button', { name: /^喜欢/ }).and(page.locator('[aria-pressed="true"]')).waitFor()
      await page.getByLabel('写评论', { exact: true }).last().fill('真想坐一回这条船')
      await passWritingTime(page)
      await page.getByRole('button', { name: '发表' }).click()
      await page.locator('.comment', { hasText: '真想坐一回' }).getByRole('button', { name: '删除' }).waitFor()
      await open('/user/userInfo#like')
      await page.locator('.section-kinds button', { hasText: '视频' }).click()
      await page.getByRole('link', { name: '沱江的早晨' }).waitFor()
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    })
    const { likes, countComments } = await site.visitor.video.show(film)
    assert.ok(likes > 0 && countComments > 0)
  })

  await t.test('an embedded video sends no request to its provider before the user presses play', () =>
    visit({ expected: [/^outside: https:\/\/player\.bilibili\.com/] }, async ({ page, open }) => {
      const outside: string[] = []
      await page.route(/player\.bilibili\.com/, (route) => {
        outside.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' })
      })
      // The test opens the video from another page of the site, because a link must load the page with the video's
      // own content policy.
      await open('/book')
      await open(`/video/${embedded.id}`)
      await page.getByText('视频在 哔哩哔哩').waitFor()
      assert.deepEqual(outside, [])
      await page.getByRole('button', { name: '播放《长江三峡》' }).click()
      await page.frameLocator('iframe').locator('title').waitFor({ state: 'attached' })
      assert.deepEqual(outside, ['https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&page=1&autoplay=1'])
      assert.equal(await page.locator('iframe').getAttribute('referrerpolicy'), 'no-referrer')
    }),
  )

  await t.test('the content policy of a video page permits only the source of its video', async () => {
    const policyOf = async (path: string) => (await fetch(url + path)).headers.get('content-security-policy') ?? ''
    assert.match(await policyOf(`/video/${embedded.id}`), /; frame-src https:\/\/player\.bilibili\.com$/)
    assert.match(await policyOf(`/video/${film.id}`), /; media-src 'self'$/)
    for (const path of ['/video', '/book', '/video/x']) assert.doesNotMatch(await policyOf(path), /(media|frame)-src/)
    const html = await (await fetch(`${url}/video/${film.id}`)).text()
    assert.match(html, /"@type":"VideoObject"/)
    assert.ok((await (await fetch(`${url}/sitemap-1.xml`)).text()).includes(`/video/${film.id}`))
    assert.match((await fetch(`${url}/cover/video/${film.id}.svg`)).headers.get('content-type') ?? '', /svg/)
  })

  await t.test('the card on the map links to the video', () =>
    visit({}, async ({ page, open }) => {
      await open(`/map?mark=${film.id}.${place.placeId}`)
      const card = page.locator('.mark-card')
      await card.getByRole('heading', { name: '沱江的早晨' }).waitFor()
      assert.equal(await card.getByRole('link', { name: '看这个视频' }).getAttribute('href'), `/video/${film.id}`)
      assert.equal(await card.locator('.video-cover').count(), 1)
    }),
  )

  await t.test('the search finds the video', () =>
    visit({}, async ({ page, open }) => {
      await open('/book?q=三峡')
      await page.locator('.found-videos').getByRole('link', { name: '长江三峡' }).click()
      await page.getByRole('button', { name: '播放《长江三峡》' }).waitFor()
    }),
  )

  await t.test('an editor adds, changes and removes a video by keyboard', () =>
    visit({ token: editor.token, expected: [failedLoad] }, async ({ page, open }) => {
      await open('/admin/video')
      await page.getByRole('button', { name: '添加视频' }).press('Enter')
      await page.locator('[name="title"]:focus').waitFor()
      await page.keyboard.type('洞庭湖')
      await page.keyboard.press('Tab')
      await page.keyboard.type('https://evil.test/embed')
      await page.keyboard.press('Control+Enter')
      await page.getByText('请填 https:// 开头').waitFor()
      await page.getByLabel('视频的网址').fill('https://vimeo.com/123456789')
      await page.keyboard.press('Control+Enter')
      await page.getByText('已保存。').waitFor()
      await page.getByRole('button', { name: '编辑：洞庭湖' }).press('Enter')
      await page.getByLabel('片名').fill('洞庭湖的秋天')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('button', { name: '移除：洞庭湖的秋天' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: '移除' }).press('Enter')
      await page.getByText('移除了').waitFor()
      await page.getByRole('button', { name: '移除：沱江的早晨' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: '移除' }).press('Enter')
      await page.getByRole('dialog').getByText('条评论').waitFor()
      await page.getByRole('button', { name: '连评论一起移除' }).press('Enter')
      await page.getByRole('link', { name: '沱江的早晨' }).waitFor({ state: 'detached' })
    }),
  )
})

/** Records a moving square for one second and returns the video file that the browser produces. */
async function recordFilm(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 })
    const drawing = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 20; frame += 1) {
      drawing?.fillRect(frame * 4, 20, 40, 40)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

/**
 * Changes the time at which the user began to write to some seconds earlier, because the site refuses comments that
 * were written too quickly.
 */
async function passWritingTime(page: Page) {
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 5000
  })
}
