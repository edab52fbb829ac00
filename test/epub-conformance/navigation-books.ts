import assert from 'node:assert/strict'
import { frameAt, goTo, styleOf } from './look.ts'
import { type ConformanceBook, epubOf, xhtml } from './requirement.ts'

const nav = `<nav epub:type="toc" id="toc"><h1>目次</h1><ol>
<li><a href="a.xhtml">开<em>头</em></a></li>
<li><span>中间各章</span><ol><li hidden="hidden"><a href="b.xhtml#half"><img src="x.png" alt="有图的一章"/></a></li></ol></li>
<li style="display: none"><a href="c.xhtml">结<ruby>尾<rt>wěi</rt></ruby></a></li></ol></nav>
<nav epub:type="page-list" hidden="hidden"><ol><li><a href="a.xhtml">i</a></li><li><a href="b.xhtml#half">27</a></li></ol></nav>
<nav epub:type="landmarks" hidden="hidden"><ol><li><a epub:type="bodymatter" href="b.xhtml">正文开始</a></li></ol></nav>
<nav epub:type="lot unheard"><ol><li><a href="c.xhtml">表一</a></li></ol></nav>`

const items = [
  { href: 'a.xhtml', data: xhtml('<h1>第一页</h1>') },
  { href: 'b.xhtml', data: xhtml(`<h1>第二页</h1>${'<p>走了很远的路。</p>'.repeat(200)}<h2 id="half">半路</h2>`) },
  { href: 'c.xhtml', data: xhtml('<h1>第三页</h1>') },
]

const inSpine = () => epubOf('目录在正文里', { items, nav, spine: '<itemref idref="nav"/>' })
const outside = () => epubOf('目录在正文外', { items, nav: nav.replace('<h1>目次</h1>', '') })

const both = () =>
  epubOf('两种目录', {
    items: [
      ...items,
      {
        href: 'toc.ncx',
        type: 'application/x-dtbncx+xml',
        id: 'ncx',
        data: '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>旧目录</text></navLabel><content src="c.xhtml"/></navPoint></navMap></ncx>',
      },
    ],
    nav,
    spineAttributes: ' toc="ncx"',
    afterSpine: '<guide><reference type="toc" title="指南" href="c.xhtml"/></guide>',
  })

const labels = (book: { outline: { contents: { label: string }[] } }) => book.outline.contents.map(({ label }) => label)

export const navigationBooks: ConformanceBook[] = [
  {
    title: '目录在正文外',
    epub: outside,
    requirements: [
      {
        group: 'nav',
        level: 'must',
        says: 'all links and headings of the contents are there, hidden ones and pictures too',
        check: (book) =>
          book.read('第一页', async (_, page) => {
            await page.getByRole('button', { name: '目录', exact: true }).click()
            const list = page.getByRole('region', { name: '目录' }).locator('.contents-list button')
            await list.first().waitFor()
            assert.deepEqual(await list.allInnerTexts(), ['开头', '中间各章', '有图的一章', '结尾wěi'])
          }),
      },
      {
        group: 'nav',
        level: 'must',
        says: 'an entry of the contents leads to its place',
        check: (book) =>
          book.read('第一页', async (_, page) => {
            const frame = await goTo(page, '有图的一章', 'b.xhtml')
            await frame.waitForFunction(() => {
              const box = document.getElementById('half')?.getBoundingClientRect()
              const outer = window.frameElement?.getBoundingClientRect()
              const left = (box?.left ?? -1) + (outer?.left ?? 0)
              return box !== undefined && left >= 0 && left < window.parent.innerWidth
            })
          }),
      },
      {
        group: 'nav',
        level: 'must',
        says: 'the entries of the contents have no numbers',
        check: (book) =>
          book.read('第一页', async (_, page) => {
            await page.getByRole('button', { name: '目录', exact: true }).click()
            const item = page.locator('.contents-list li').first()
            await item.waitFor()
            assert.ok(
              await item.evaluate((element) => {
                const { listStyleType, display } = getComputedStyle(element)
                return listStyleType === 'none' || display !== 'list-item'
              }),
            )
          }),
      },
      {
        group: 'nav',
        level: 'should',
        says: 'the pages of the printed book can be reached',
        check: (book) =>
          book.read('第一页', async (_, page) => {
            await page.getByRole('button', { name: '目录', exact: true }).click()
            const panel = page.getByRole('region', { name: '目录' })
            await panel.getByRole('button', { name: '纸书页码' }).click()
            await panel.getByRole('button', { name: '27', exact: true }).click()
            await frameAt(page, 'b.xhtml')
          }),
      },
    ],
  },
  {
    title: '目录在正文里',
    epub: inSpine,
    requirements: [
      {
        group: 'nav',
        level: 'must',
        says: 'contents in the spine are also shown as a section, without their hidden parts',
        check: (book) => {
          assert.deepEqual(labels(book), ['开头', '中间各章', '有图的一章', '结尾wěi'])
          return book.read('第一页', async (_, page) => {
            await page.keyboard.press('End')
            const frame = await frameAt(page, 'nav.xhtml')
            assert.equal(await styleOf(frame, '#toc', 'display'), 'block')
            assert.equal(await styleOf(frame, 'nav[hidden]', 'display'), 'none')
            assert.equal(await styleOf(frame, 'li[hidden]', 'display'), 'none')
          })
        },
      },
      {
        group: 'nav',
        level: 'must',
        says: 'a link of such a section leads to its place',
        check: (book) =>
          book.read('第一页', async (_, page) => {
            await page.keyboard.press('End')
            const frame = await frameAt(page, 'nav.xhtml')
            await frame.getByText('开头').click()
            await frameAt(page, 'a.xhtml')
          }),
      },
    ],
  },
  {
    title: '两种目录',
    epub: both,
    requirements: [
      {
        group: 'nav',
        level: 'must',
        says: 'the navigation document has precedence over older tables of contents',
        check: (book) => assert.deepEqual(labels(book), ['开头', '中间各章', '有图的一章', '结尾wěi']),
      },
    ],
  },
]
