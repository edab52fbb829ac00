import assert from 'node:assert/strict'
import { leaf, middle, rendition } from './leaf.ts'
import { fixedBoxes, frameAt, goTo, middleOf, waitForFixed } from './look.ts'
import { type ConformanceBook, epubOf, style, xhtml } from './requirement.ts'

const long = `<h1 id="top">长文</h1>${'<p>山路弯弯，走了很久。</p>'.repeat(150)}<p id="end">完。</p>`

const flowBook = (title: string, flow: string) =>
  epubOf(title, {
    metadata: rendition({ flow }),
    items: [
      { href: 'a.xhtml', data: xhtml(long) },
      {
        href: 'b.xhtml',
        data: xhtml(long.replace('长文', '第二篇')),
        spine: flow === 'paginated' ? 'rendition:flow-scrolled-doc' : 'rendition:flow-paginated',
      },
    ],
  })

const sides = () =>
  epubOf('左右页', {
    items: [
      { href: 'a.xhtml', data: xhtml('<h1 id="top">起</h1>') },
      {
        href: 'b.xhtml',
        data: xhtml('<h1 id="top">承</h1>', style('html { page-break-before: left }')),
        spine: 'page-spread-right',
      },
      { href: 'c.xhtml', data: xhtml('<h1 id="top">转</h1>'), spine: 'rendition:page-spread-left' },
      { href: 'd.xhtml', data: xhtml(long), spine: 'rendition:page-spread-center' },
      {
        href: 'e.xhtml',
        data: leaf('图页'),
        spine: 'rendition:layout-pre-paginated rendition:page-spread-right rendition:flow-scrolled-doc',
      },
      { href: 'f.xhtml', data: xhtml('<h1 id="top">合</h1>') },
      { href: 'g.xhtml', data: xhtml('<p id="box" style="width: 200px">居中</p>'), spine: 'rendition:align-x-center' },
      {
        href: 'h.xhtml',
        data: xhtml('<p id="box">竖排</p>', style('html { writing-mode: vertical-rl }')),
        spine: 'rendition:align-x-center',
      },
    ],
  })

export const layoutBooks: ConformanceBook[] = [
  {
    title: '翻页的书',
    epub: () => flowBook('翻页的书', 'paginated'),
    requirements: [
      {
        group: 'lay',
        level: 'should',
        says: 'flow paginated makes pages',
        check: (book) =>
          book.read('长文', async (_, page) =>
            assert.equal(await page.locator('book-paginator').getAttribute('flow'), 'paginated'),
          ),
      },
      {
        group: 'lay',
        level: 'should',
        says: 'a section may have another flow than the book',
        check: (book) =>
          book.read('长文', async (_, page) => {
            await goTo(page, 'b.xhtml')
            await page.locator('book-paginator[flow="scrolled"]').waitFor()
          }),
      },
    ],
  },
  {
    title: '滚动的书',
    epub: () => flowBook('滚动的书', 'scrolled-doc'),
    requirements: [
      {
        group: 'lay',
        level: 'should',
        says: 'flow scrolled-doc makes each section a document that scrolls',
        check: (book) =>
          book.read('长文', async (frame, page) => {
            assert.equal(await page.locator('book-paginator').getAttribute('flow'), 'scrolled')
            assert.ok((await frame.evaluate(() => innerHeight)) > 2000)
          }),
      },
      {
        group: 'lay',
        level: 'should',
        says: 'flow scrolled-continuous makes the book one strip',
        reason: 'the sections of flowing text are scrolled one after another; strips of pictures (roll) are one strip',
      },
    ],
  },
  {
    title: '左右页',
    epub: sides,
    requirements: [
      {
        group: 'lay',
        level: 'must',
        says: 'flowing text begins on the side of the spread for which it asks, before its own page breaks',
        check: (book) =>
          book.read('起', async (first, page) => {
            assert.ok((await middleOf(first, '#top')) < middle)
            const second = await goTo(page, 'b.xhtml')
            await second.waitForFunction((middle) => {
              const box = document.getElementById('top')?.getBoundingClientRect()
              return (window.frameElement?.getBoundingClientRect().left ?? 0) + (box?.left ?? 0) >= middle
            }, middle)
            const third = await goTo(page, 'c.xhtml')
            assert.ok((await middleOf(third, '#top')) < middle)
          }),
      },
      {
        group: 'lay',
        level: 'should',
        says: 'flowing text for the centre is one page in the middle of the window',
        check: (book) =>
          book.read('起', async (_, page) => {
            const frame = await goTo(page, 'd.xhtml')
            assert.ok(Math.abs((await middleOf(frame, '#top')) - middle) < 2)
          }),
      },
      {
        group: 'fxl',
        level: 'must',
        says: 'a fixed page after flowing text stands on the side for which it asks',
        check: (book) =>
          book.read('起', async (_, page) => {
            await goTo(page, 'e.xhtml')
            await waitForFixed(page, 'e.xhtml')
            assert.ok(Math.abs(((await fixedBoxes(page))[0]?.x ?? 0) - middle) < 1)
          }),
      },
      {
        group: 'lay',
        level: 'must',
        says: 'the flow of a fixed page is ignored',
        check: (book) =>
          book.read('起', async (_, page) => {
            await goTo(page, 'e.xhtml')
            await waitForFixed(page, 'e.xhtml')
            assert.equal(
              await page.locator('fixed-pages').evaluate((element) => getComputedStyle(element).flexDirection),
              'row',
            )
          }),
      },
      {
        group: 'lay',
        level: 'should',
        says: 'flowing text after a fixed page begins on the next page',
        check: (book) =>
          book.read('起', async (_, page) => {
            await goTo(page, 'e.xhtml')
            await waitForFixed(page, 'e.xhtml')
            await page.keyboard.press('ArrowRight')
            await frameAt(page, 'f.xhtml')
          }),
      },
      {
        group: 'lay',
        level: 'should',
        says: 'a section with align-x-center stands in the middle, in vertical writing too',
        check: (book) =>
          book.read('起', async (_, page) => {
            const frame = await goTo(page, 'g.xhtml')
            const { left = 0, width = 0 } = await frame.evaluate(() => {
              const box = document.body.getBoundingClientRect()
              const inner = document.getElementById('box')?.getBoundingClientRect()
              return { left: (inner?.left ?? 0) + (inner?.width ?? 0) / 2, width: box.left + box.width / 2 }
            })
            assert.ok(Math.abs(left - width) < 2)
            const vertical = await goTo(page, 'h.xhtml')
            assert.ok(Math.abs((await middleOf(vertical, '#box')) - middle) < 2)
          }),
      },
    ],
  },
]
