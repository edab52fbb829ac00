import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import { findBookId } from '../find-book-id.ts'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { pageOf, renditionEpub } from '../rendition-epub.ts'
import { failureOf, startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { choose, openBook, sectionContaining } from './open-book.ts'
import { requireAccessible } from './require-accessible.ts'

const chapters = [
  {
    title: '第一章 關雎',
    paragraphs: ['參差荇菜，左右流之。窈窕淑女，寤寐求之。', '\u{20009}字罕見。', ...paragraphsOf(12, 120)],
  },
  { title: '第二章 葛覃', paragraphs: ['葛之覃兮。', '施于中谷。'] },
]

test('help with the classics', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId, fileId } = await putEpub(site, epubOf(chapters))
  const path = `${site.url}/book/${bookId}/read`
  const bar = (page: Page) => page.getByRole('region', { name: '朗读' })

  for (const screen of bothScreens)
    await t.test(
      `selected text is copied with its source, looked up and made a picture by the keyboard, on a ${screen}`,
      () =>
        visit({ screen, isIsolated: true }, async ({ page }) => {
          await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
          const frame = await openBook(page, path, '參差')
          await choose(frame, '參差')
          await page.getByRole('toolbar', { name: '选中的文字' }).waitFor()
          await page.keyboard.press('c')
          await page.getByText('已复制，并注明了出处').waitFor()
          const copied = await page.evaluate(() => navigator.clipboard.readText())
          assert.equal(copied, '參差\n——《边城》沈从文，第一章 關雎')
          await page.keyboard.press('d')
          const dictionary = page.getByRole('region', { name: '读音和字形' })
          await dictionary.getByText('cēn cī').waitFor()
          await dictionary.getByText('1 个词，2 个字').waitFor()
          await requireAccessible(page)
          await dictionary.getByRole('button', { name: '查简体 参' }).click()
          await dictionary.getByText('cān，cēn，shēn').waitFor()
          const input = dictionary.getByRole('searchbox', { name: '要查的字词' })
          await input.fill('hello')
          await input.press('Enter')
          await dictionary.getByText('这里没有汉字，查不了读音').waitFor()
          await input.fill(`\u202e\u{20009}${'\u200b'.repeat(60)}`)
          await input.press('Enter')
          await dictionary.getByText('qiū').waitFor()
          await input.press('Escape')
          await dictionary.waitFor({ state: 'detached' })

          await choose(frame, '參差荇菜，左右流之。')
          await page.getByRole('toolbar', { name: '选中的文字' }).waitFor()
          await page.keyboard.press('p')
          const dialog = page.getByRole('dialog', { name: '做成图片' })
          await dialog.getByRole('img', { name: '參差荇菜，左右流之。 ——《边城》沈从文，第一章 關雎' }).waitFor()
          await requireAccessible(page)
          const saved = page.waitForEvent('download')
          await dialog.getByRole('link', { name: '保存图片' }).press('Enter')
          assert.equal((await saved).suggestedFilename(), '边城.png')
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'detached' })
          // The text is still selected after the dialog is closed, so the key C copies it together with its source.
          await page.keyboard.press('c')
          await page.waitForFunction(async () =>
            (await navigator.clipboard.readText()).startsWith('參差荇菜，左右流之。'),
          )

          // The browser of the tests has no voices for reading aloud, so the page must say that it cannot read.
          await page.getByRole('button', { name: '朗读' }).click()
          await page.getByText('这台设备没有中文语音，读不出来。').waitFor()
          await page.getByRole('button', { name: '停止朗读' }).click()
          await bar(page).waitFor({ state: 'detached' })
        }),
    )

  await t.test('a book with recorded narration says so, and is read aloud without pronunciations', async () => {
    const text = '<div><ruby>翠<rt>cuì</rt></ruby>来了。<p>她笑了。</p></div>'
    const page = { href: 'a.xhtml', data: pageOf(`<h1>有声的书</h1>${text}`) }
    const overlay = { href: 'a.smil', type: 'application/smil+xml', data: '<smil/>', isInSpine: false }
    const { bookId } = await putEpub(site, renditionEpub([page, overlay]), '长河')
    for (const screen of bothScreens)
      await visit({ screen, before: prepareWindow, isIsolated: true }, async ({ page }) => {
        await openBook(page, `${site.url}/book/${bookId}/read`, '有声的书')
        await page.keyboard.press('r')
        await bar(page).getByText('书里的真人朗读这里放不了，改用设备的语音。').waitFor()
        await requireAccessible(page)
        assert.deepEqual(await speak(page, 3), ['有声的书 1', '翠来了。 1', '她笑了。 1'])
      })
  })

  await t.test('pinyin above rare characters changes neither the text nor the positions in it', () =>
    visit({ before: prepareWindow, isIsolated: true }, async ({ page }) => {
      const readings = page.locator('book-paginator svg text')
      const frame = await openBook(page, path, '參差')
      const before = await frame.evaluate(() => document.body.innerHTML)
      await page.getByRole('button', { name: '设置' }).click()
      const choices = page.getByRole('group', { name: '注音' })
      await choices.getByText('生字').click()
      await page.getByText('前 3500 字以外').waitFor()
      await readings.first().waitFor({ state: 'attached' })
      assert.deepEqual((await readings.allTextContents()).slice(0, 6), ['jū', 'xìng', 'yǎo', 'tiǎo', 'wù', 'mèi'])
      assert.equal(await frame.evaluate(() => document.body.innerHTML), before)
      await choices.getByText('僻字').click()
      await page.getByText('前 6500 字以外').waitFor()
      await readings.getByText('yǎo').waitFor({ state: 'detached' })
      assert.equal((await readings.allTextContents())[0], 'qiū')
      await page.getByLabel('竖排').check()
      await sectionContaining(page, '參差')
      await page.waitForFunction(() =>
        document
          .querySelector('book-paginator')
          ?.shadowRoot?.querySelector('text')
          ?.getAttribute('transform')
          ?.includes('rotate'),
      )
      const ofColour = (colour: string) => page.locator(`book-paginator svg g[fill="${colour}"]`)
      await ofColour('rgb(31, 26, 23)').waitFor({ state: 'attached' })
      await page.getByRole('group', { name: '底色' }).getByText('夜').click()
      await ofColour('rgb(207, 200, 188)').waitFor({ state: 'attached' })
      await choices.getByText('不注').click()
      await readings.first().waitFor({ state: 'detached' })
    }),
  )

  for (const screen of bothScreens)
    await t.test(`the book is read aloud, which marks the sentence and turns the pages, on a ${screen}`, () =>
      visit({ screen, before: prepareWindow, isIsolated: true }, async ({ page }) => {
        await page.clock.install()
        await openBook(page, path, '參差')
        await page.keyboard.press('r')
        await bar(page).getByRole('button', { name: '暂停朗读' }).waitFor()
        await requireAccessible(page)
        assert.deepEqual(await speak(page, 2), ['第一章 關雎 1', '參差荇菜，左右流之。 1'])
        await page.locator('book-paginator svg g').first().waitFor({ state: 'attached' })
        await bar(page).getByRole('combobox', { name: '语速' }).selectOption('1.5 倍')
        await bar(page).getByRole('combobox', { name: '定时停止' }).selectOption('读完这章')
        assert.deepEqual(await speak(page, 1), ['窈窕淑女，寤寐求之。 1.5'])
        // The reader speaks all sentences of the chapter, turns the pages, and stops at the end of the chapter.
        await speak(page, 200)
        await page.getByText('这一章读完了，朗读停在这里').waitFor()
        assert.ok((await page.locator('.reader-percent').innerText()) !== '0%')
        await bar(page).getByRole('combobox', { name: '定时停止' }).selectOption('不定时')
        await page.keyboard.press('r')
        await speak(page, 200)
        await page.getByText('这本书读完了').waitFor()
        await bar(page).getByRole('combobox', { name: '定时停止' }).selectOption('15 分钟')
        await page.keyboard.press('r')
        await bar(page).getByRole('button', { name: '暂停朗读' }).waitFor()
        await page.clock.fastForward('15:01')
        await page.getByText('时间到了，朗读停在这里').waitFor()
        await sectionContaining(page, '葛之覃兮')
        await page.keyboard.press('Escape')
        await bar(page).waitFor({ state: 'detached' })
      }),
    )

  await t.test('only a passage of the book becomes a picture', async () => {
    const sharp = await loadSharp()
    const picture = (fields: Record<string, string>, id = bookId) =>
      fetch(`${site.url}/share/passage/${id}.png?${new URLSearchParams({ file: fileId, section: '0', ...fields })}`)
    const refusal = async (fields: Record<string, string>, id?: string) => {
      const answer = await picture(fields, id)
      return `${answer.status} ${((await answer.json()) as { message: string }).message}`
    }
    await failureOf(site.visitor.dictionary.show({ text: 'abc' }), 'invalid')
    const drawn = await picture({ text: '参差荇菜，左右流之。\n窈窕淑女', chapter: '0' })
    const { width, height, format } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()
    assert.deepEqual([drawn.status, format, width, (height ?? 0) > 600], [200, 'png', 1080, true])
    assert.match(await refusal({ text: '站长最棒' }), /^400 这一章的原文里没有这段文字/)
    assert.match(await refusal({ text: '葛之覃兮' }), /^400 这一章的原文里没有这段文字/)
    assert.equal(await refusal({ text: '\u{20009}字罕見' }), '400 图片用的字体里没有这些字：\u{20009}')
    assert.match(await refusal({ text: '\u200b\u202e' }), /^400/)
    assert.equal(await refusal({ text: ' ' }), '400 请先选中一段文字')
    assert.match(await refusal({ text: '天'.repeat(201) }), /^400 一张图片最多 200 字/)
    assert.match(await refusal({ text: '天\n'.repeat(21) }), /^400 一张图片最多 200 字/)
    assert.equal(await refusal({ text: '參差', section: '9' }), '404 书里没有这一章')
    const other = await findBookId(site.db, '呐喊')
    assert.match(await refusal({ text: '參差' }, other), /^404 没有这个文件/)
    assert.match(await refusal({ text: '參差', file: 'x' }), /^404 没有这个文件/)
  })
})

/**
 * The window of a page that `prepareWindow` has changed. `uttered` is the utterance that the reader has passed to the
 * browser and that has not ended; null if there is none.
 */
type SpeakingWindow = typeof globalThis & { uttered: SpeechSynthesisUtterance | null }

/**
 * Replaces the speech synthesis of the browser by one silent Chinese voice, whose utterances end when the test calls
 * `speak`. Also makes closed shadow trees open, so that the test can read what the reader draws over the book. Runs in
 * the page.
 */
function prepareWindow() {
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    return attach.call(this, { ...init, mode: 'open' })
  }
  class Utterance extends EventTarget {
    voice = null
    lang = ''
    rate = 1
    readonly text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const engine = Object.assign(new EventTarget(), {
    getVoices: () => [{ voiceURI: 'test', name: '试音', lang: 'zh-CN', localService: true, default: true }],
    speak: (uttered: Utterance) => void Object.assign(window, { uttered }),
    cancel: () => void Object.assign(window, { uttered: null }),
  })
  Object.defineProperty(window, 'speechSynthesis', { value: engine })
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
}

/**
 * Ends up to `count` utterances one after another, as if the voice had spoken them, and stops when the reader pauses.
 * Returns the text and speed of each.
 */
function speak(page: Page, count: number): Promise<string[]> {
  return page.evaluate(async (count) => {
    const own = window as unknown as SpeakingWindow
    const spoken: string[] = []
    while (spoken.length < count && document.querySelector('[aria-label="接着朗读"]') === null) {
      const { uttered } = own
      if (uttered) {
        own.uttered = null
        spoken.push(`${uttered.text} ${uttered.rate}`)
        uttered.dispatchEvent(new Event('end'))
      }
      await new Promise(requestAnimationFrame)
    }
    return spoken
  }, count)
}
