import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright'
import { putEpub } from '../put-epub.ts'
import { renditionEpub } from '../rendition-epub.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { openBook } from './open-book.ts'

const filler = '<p>船在水上走了很久，两岸的灯火一盏一盏地亮起来。</p>'

/**
 * A chapter whose links lead to notes in every form of markup. The notes are at the end of the chapter and in another
 * section.
 */
const chapter = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="zh"><head><title>渡</title></head><body>
<h1>渡口夜话</h1>${filler.repeat(4)}<p id="place">撑船的人<a id="r1" href="#n1">[1]</a>，守塔的人<sup><a id="r2" href="#n2">[2]</a></sup>，过客<a id="r3" epub:type="noteref" href="#n3b">3</a>，
赶集的人<a id="r4" epub:type="noteref" href="#n4">4</a>，卖艺的人<a id="r5" href="notes.xhtml#n5">[5]</a>，
客商<a id="r7" href="#n8"><img src="i.svg" alt=""/></a>，船夫<img class="qqreader-footnote" src="i.svg" alt="船夫会水。"/>，渔人<span zy-footnote="渔人起得早。"></span>。</p>${filler.repeat(60)}
<p>路人<a id="r6" epub:type="noteref" href="#n6">6</a>。</p>
<div><p id="n1"><a href="#r1">[1]</a> 撑船的人姓杨。</p><p>他撑了五十年。</p><blockquote id="quoted"><p>见县志。</p></blockquote>
<p><a id="n2" href="#r2">[2]</a> 守塔的人不说话。</p><p>塔是白的。</p><p id="n8"><a href="#r7">◎</a> 客商带着船票。</p></div>
<aside epub:type="footnote" id="n3"><p id="n3a">过客从北边来。</p><p id="n3b">他只住一夜。</p></aside>
<dl><dt id="n4">4</dt><dd>赶集的人挑着担。</dd><dd>担里是盐。</dd><dt id="n6">6</dt><dd>别的人。</dd></dl></body></html>`
const notes = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="zh"><head><title>注</title></head><body><h1>注</h1>
<ol><li id="n5"><p><a href="a.xhtml#r5">[5]</a> 卖艺的人有一只猴。</p><p id="n5b">猴会翻跟头。</p></li><li id="n7"><p>别的猴。</p></li></ol></body></html>`

const icon = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12"><circle cx="6" cy="6" r="5"/></svg>'

/**
 * The links of the chapter: the id of the link, words that its note contains, and words of another note, which the box
 * must not show.
 */
const links: [id: string, whole: string[], other: string][] = [
  ['r1', ['姓杨', '五十年', '见县志'], '守塔'],
  ['r2', ['不说话', '塔是白的'], '姓杨'],
  ['r3', ['从北边来', '只住一夜'], '赶集'],
  ['r4', ['挑着担', '担里是盐'], '别的人'],
  ['r5', ['一只猴', '翻跟头'], '别的猴'],
  ['r7', ['带着船票'], '塔是白的'],
  ['attribute-note-link-1', ['船夫会水。'], '渔人'],
  ['attribute-note-link-2', ['渔人起得早。'], '船夫'],
]

function bookOf(direction: 'ltr' | 'rtl') {
  const items = [
    { href: 'a.xhtml', data: chapter },
    { href: 'notes.xhtml', data: notes },
    { href: 'i.svg', type: 'image/svg+xml', data: icon, isInSpine: false },
  ]
  return renditionEpub(items, { direction })
}

/** Opens each note of the chapter and requires that its box is wholly in the window and does not cover its link. */
async function requireNotes(page: Page, frame: Frame) {
  const box = page.getByRole('region', { name: '注释' })
  for (const [id, whole, other] of links) {
    await frame.locator(`#${id}`).press('Enter')
    for (const words of whole) await box.getByText(words).waitFor()
    assert.equal(await box.getByText(other).count(), 0, `${id} shows another note too`)
    await requireBeside(page, frame, id)
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    assert.equal(await frame.evaluate(() => document.activeElement?.id), id)
  }
}

async function requireBeside(page: Page, frame: Frame, id: string) {
  // The rectangles of the note and of the link are read in one task, because the text may still scroll until the link
  // is wholly visible.
  const { shown, link } = await frame.evaluate((id) => {
    const boxOf = (element?: Element | null) => element?.getBoundingClientRect().toJSON() as DOMRect
    const [shown, link] = [parent.document.querySelector('.footnote-box'), document.getElementById(id)].map(boxOf)
    const around = boxOf(window.frameElement)
    return { shown, link: link && { ...link, x: link.x + around.x, y: link.y + around.y } }
  }, id)
  const size = page.viewportSize()
  assert.ok(shown && link && size)
  const isInside =
    shown.x >= 0 && shown.y >= 0 && shown.x + shown.width <= size.width && shown.y + shown.height <= size.height
  assert.ok(isInside, `the note of ${id} is at ${JSON.stringify(shown)}`)
  const isApart =
    shown.x >= link.x + link.width ||
    shown.x + shown.width <= link.x ||
    shown.y >= link.y + link.height ||
    shown.y + shown.height <= link.y
  assert.ok(isApart, `the note of ${id} covers its link: ${JSON.stringify({ shown, link })}`)
}

async function store(page: Page, settings: object) {
  await page.addInitScript((value) => localStorage.setItem('reading-settings', value), JSON.stringify(settings))
}

test('notes open beside the text', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const usual = await putEpub(site, bookOf('ltr'))
  const leftward = await putEpub(site, bookOf('rtl'), '呐喊')
  const hrefOf = ({ bookId }: { bookId: string }) => `${site.url}/book/${bookId}/read`
  const modes: [string, { bookId: string }, object][] = [
    ['on pages', usual, { flow: 'paged' }],
    ['in a text that scrolls', usual, { flow: 'scrolled' }],
    ['in vertical writing', usual, { flow: 'paged', isVertical: true }],
    ['in vertical writing that scrolls', usual, { flow: 'scrolled', isVertical: true }],
    ['in a book from right to left', leftward, { flow: 'paged' }],
    ['in a book from right to left that scrolls', leftward, { flow: 'scrolled' }],
  ]
  for (const [mode, book, settings] of modes)
    for (const screen of bothScreens)
      await t.test(`${mode}, on a ${screen}`, () =>
        visit({ screen }, async ({ page }) => {
          await store(page, settings)
          await requireNotes(page, await openBook(page, hrefOf(book), '渡口夜话'))
        }),
      )

  for (const isVertical of [false, true])
    await t.test(`a note stays open while its link comes into view, ${isVertical ? 'vertical' : 'horizontal'}`, () =>
      visit({ screen: 'phone' }, async ({ page }) => {
        await store(page, { flow: 'paged', isVertical })
        const frame = await openBook(page, hrefOf(usual), '渡口夜话')
        const opened = await frame.evaluate(async () => {
          const link = document.querySelector<HTMLElement>('#r6')
          // The focus makes the reader turn to the page of the link in the next frame. The click follows in the same
          // task as the focus, so the note opens before the page is turned.
          link?.focus()
          link?.click()
          for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
          return parent.document.querySelector('.footnote-box')?.textContent
        })
        assert.match(opened ?? '', /别的人/)
        await requireBeside(page, frame, 'r6')
        const { x = -1, y = -1 } = (await frame.locator('#r6').boundingBox()) ?? {}
        const { width = 0, height = 0 } = page.viewportSize() ?? {}
        assert.ok(x >= 0 && x < width && y >= 0 && y < height, `the link is at ${x}, ${y}`)
      }),
    )

  await t.test('without a network', () =>
    visit({ expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] }, async ({ page }) => {
      await openBook(page, hrefOf(usual), '渡口夜话')
      await page.getByRole('button', { name: '设置' }).click()
      await page.getByRole('button', { name: '留在本机，没有网络也能读' }).click()
      await page.getByText('已留在本机').waitFor()
      await page.context().setOffline(true)
      await requireNotes(page, await openBook(page, hrefOf(usual), '渡口夜话'))
    }),
  )
})
