import assert from 'node:assert/strict'
import { leaf, middle, rendition } from './leaf.ts'
import { fixedBoxes, styleOf, waitForFixed } from './look.ts'
import { type ConformanceBook, epubOf } from './requirement.ts'

const leaves = (count: number, spines: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    href: `${at}.xhtml`,
    data: leaf(`图页${at}`),
    ...(spines[at] !== undefined && { spine: spines[at] }),
  }))
const fixedBook = (
  title: string,
  values: Record<string, string>,
  spines: Record<number, string> = {},
  direction = '',
) =>
  epubOf(title, {
    metadata: rendition({ layout: 'pre-paginated', ...values }),
    spineAttributes: direction,
    items: leaves(4, spines),
  })

const drawn = () =>
  epubOf('一幅图的页', {
    metadata: rendition({ layout: 'pre-paginated', spread: 'none' }),
    items: [
      {
        href: 'a.xhtml',
        data: leaf(
          '图页',
          'width=600, height=300',
          '<div id="out" style="position: absolute; left: 700px; top: 10px; width: 50px; height: 50px; background: red"></div>',
        ),
      },
      {
        href: 'b.svg',
        type: 'image/svg+xml',
        spine: '',
        data: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 300"><rect width="900" height="300" fill="teal"/></svg>',
      },
    ],
    nav: '<nav epub:type="toc"><ol><li><a href="a.xhtml">甲</a></li><li><a href="b.svg">乙</a></li></ol></nav>',
  })

export const fixedBooks: ConformanceBook[] = [
  {
    title: '成对的页',
    epub: () => fixedBook('成对的页', {}),
    requirements: [
      {
        group: 'fxl',
        level: 'must',
        says: 'there is no space between the pages of a spread, and each section is one page',
        check: (book) =>
          book.read('图页0', async (_, page) => {
            await waitForFixed(page, '0.xhtml,1.xhtml')
            const [left, right] = await fixedBoxes(page)
            assert.ok(left && right && Math.abs(left.x + left.width - right.x) < 1)
            await page.keyboard.press('ArrowRight')
            await waitForFixed(page, '2.xhtml,3.xhtml')
          }),
      },
      {
        group: 'fxl',
        level: 'must',
        says: 'pages have the size that they state',
        check: (book) =>
          book.read('图页0', async (_, page) => {
            await waitForFixed(page, '0.xhtml,1.xhtml')
            for (const { width, height } of await fixedBoxes(page)) assert.ok(Math.abs(width / height - 0.75) < 0.01)
          }),
      },
      {
        group: 'fxl',
        level: 'should',
        says: 'pages fill the window without margins, heads or feet of their own',
        check: (book) =>
          book.read('图页0', async (_, page) => {
            await waitForFixed(page, '0.xhtml,1.xhtml')
            const [box] = await fixedBoxes(page)
            const stage = await page.locator('fixed-pages').boundingBox()
            assert.ok(box && stage && Math.abs(box.height - stage.height) < 2)
          }),
      },
      {
        group: 'fxl',
        level: 'must',
        says: 'flowing text is assumed for books that state no layout, and any spread and orientation',
        check: (book) => {
          assert.equal(book.outline.rendition.orientation, 'auto')
          assert.equal(book.outline.rendition.spread, 'auto')
        },
      },
    ],
  },
  {
    title: '一幅图的页',
    epub: drawn,
    requirements: [
      {
        group: 'fxl',
        level: 'must',
        says: 'spread none shows one page at a time',
        check: (book) => book.read('图页', async (_, page) => waitForFixed(page, 'a.xhtml')),
      },
      {
        group: 'fxl',
        level: 'must',
        says: 'content outside the stated size is cut off',
        check: (book) =>
          book.read('图页', async (frame, page) => {
            await waitForFixed(page, 'a.xhtml')
            const [box] = await fixedBoxes(page)
            assert.ok(box && Math.abs(box.width / box.height - 2) < 0.01)
            const out = await frame.evaluate(() => document.getElementById('out')?.getBoundingClientRect().left ?? 0)
            const inner = await frame.evaluate(() => innerWidth)
            assert.ok(out >= inner, `${out} of ${inner}`)
            assert.equal(await styleOf(frame, 'html', 'overflow'), 'hidden')
          }),
      },
      {
        group: 'fxl',
        level: 'must',
        says: 'a drawing has the size of its view box',
        check: (book) =>
          book.read('图页', async (_, page) => {
            await waitForFixed(page, 'a.xhtml')
            await page.keyboard.press('ArrowRight')
            await waitForFixed(page, 'b.svg.page.xhtml')
            const [box] = await fixedBoxes(page)
            assert.ok(box && Math.abs(box.width / box.height - 3) < 0.02)
          }),
      },
    ],
  },
  ...(
    [
      ['spread landscape shows two pages in wide windows only', 'landscape', '0.xhtml'],
      ['spread both shows two pages in any window', 'both', '0.xhtml,1.xhtml'],
      ['spread portrait means both', 'portrait', '0.xhtml,1.xhtml'],
    ] as const
  ).map(([says, spread, names]): ConformanceBook => ({
    title: `并排${spread}`,
    epub: () => fixedBook(`并排${spread}`, { spread }),
    requirements: [
      {
        group: 'fxl',
        level: 'should',
        says,
        check: async (book) => {
          await book.read('图页0', async (_, page) => waitForFixed(page, names), 'phone')
          await book.read('图页0', async (_, page) => waitForFixed(page, '0.xhtml,1.xhtml'))
        },
      },
    ],
  })),
  {
    title: '图页的左右',
    epub: () =>
      fixedBook(
        '图页的左右',
        { orientation: 'landscape' },
        {
          0: 'page-spread-right',
          1: 'rendition:page-spread-left',
          2: 'rendition:page-spread-right',
          3: 'rendition:page-spread-center',
        },
      ),
    requirements: [
      {
        group: 'fxl',
        level: 'should',
        says: 'fixed pages stand on the sides for which they ask, and true spreads have no gap',
        check: (book) =>
          book.read('图页0', async (_, page) => {
            await waitForFixed(page, '0.xhtml')
            assert.ok(Math.abs(((await fixedBoxes(page))[0]?.x ?? 0) - middle) < 1)
            await page.keyboard.press('ArrowRight')
            await waitForFixed(page, '1.xhtml,2.xhtml')
            const [left, right] = await fixedBoxes(page)
            assert.ok(left && right && Math.abs(left.x + left.width - right.x) < 1)
          }),
      },
      {
        group: 'fxl',
        level: 'should',
        says: 'a page for the centre stands alone in the middle',
        check: (book) =>
          book.read('图页0', async (_, page) => {
            await page.keyboard.press('End')
            await waitForFixed(page, '3.xhtml')
            const [box] = await fixedBoxes(page)
            assert.ok(box && Math.abs(box.x + box.width / 2 - middle) < 1)
          }),
      },
      {
        group: 'fxl',
        level: 'should',
        says: 'the user is asked to turn a phone or tablet if the book was made for its other position',
        check: (book) =>
          book.read(
            '图页0',
            async (_, page) => {
              const notice = page.getByText('这本书适合横屏看')
              assert.equal(await notice.count(), 0, 'a window with a mouse cannot be turned')
              const devtools = await page.context().newCDPSession(page)
              await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
              await page.reload()
              await notice.waitFor()
              await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
              await devtools.detach()
            },
            'phone',
          ),
      },
    ],
  },
  {
    title: '向左的图页',
    epub: () => fixedBook('向左的图页', {}, {}, ' page-progression-direction="rtl"'),
    requirements: [
      {
        group: 'pkg',
        level: 'must',
        says: 'the direction of the pages is that from one fixed page to the next, not that within a page',
        check: (book) =>
          book.read('图页0', async (frame, page) => {
            await waitForFixed(page, '1.xhtml,0.xhtml')
            assert.equal(await styleOf(frame, 'p', 'direction'), 'ltr')
          }),
      },
    ],
  },
]
