import assert from 'node:assert/strict'
import { frameAt } from './look.ts'
import { type ConformanceBook, epubOf, xhtml } from './requirement.ts'

const text = (words: string) => [{ href: 'a.xhtml', data: xhtml(`<h1>${words}</h1>`) }]
const hebrew = 'שלום'

const metadata = () =>
  epubOf('', {
    metadata: `<dc:title id="t1">
  长长的   书名 </dc:title><dc:title id="t2">后来的书名</dc:title><meta refines="#t2" property="title-type">main</meta>
<meta refines="#t2" property="display-seq">1</meta><meta refines="#t1" property="display-seq">2</meta>
<dc:creator id="c1">先写的人</dc:creator><dc:creator id="c2">后写的人</dc:creator><dc:creator>再写的人</dc:creator>
<meta refines="#c2" property="display-seq">1</meta><meta refines="#c1" property="display-seq">2</meta>
<dc:identifier id="own">9787020002207</dc:identifier><meta refines="#own" property="identifier-type" scheme="onix:codelist5">01</meta>
<dc:identifier id="isbn">7-5327-4567-8</dc:identifier><meta refines="#isbn" property="identifier-type" scheme="onix:codelist5">02</meta>
<meta property="unknown:word">x</meta><meta property="nothing">x</meta><meta property="dcterms:date" scheme="x:unknown">x</meta>
<link rel="record" href="record.xml" media-type="application/marc" hreflang="fr"/><link rel="unheard" href="http://outside.test/"/>`,
    items: text('书名和作者'),
    afterSpine: `<collection role="http://x.test/unknown"><metadata><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">集合</dc:title></metadata><link href="a.xhtml"/></collection>
<unknown xmlns="http://x.test/"/>`,
    packageAttributes: ' unknown="x"',
    files: { 'EPUB/record.xml': '<record><title>别的书名</title></record>' },
  })

const spine = () =>
  epubOf('阅读次序', {
    items: [
      {
        href: 'z.xhtml',
        data: xhtml(
          '<h1 id="top">先读</h1><p><a id="note" href="n.xhtml">旁注</a> <a id="twice" href="a.xhtml">再读</a></p>',
        ),
      },
      { href: 'n.xhtml', data: xhtml('<h1>旁注页</h1>'), isLinear: false },
      { href: 'a.xhtml', data: xhtml('<h1>后读</h1>'), spine: 'unknown x:unheard' },
      { href: 'cover.xhtml', data: xhtml('<h1>封底</h1>'), is: 'unknown svg' },
    ],
    spine: '<itemref idref="i2"/>',
  })

const direction = (title: string, dir: string, root = '') =>
  epubOf(title, {
    metadata: `<dc:title${dir}>${title}</dc:title><dc:creator${dir}>Anna ${hebrew}!</dc:creator>`,
    packageAttributes: root,
    items: text('方向'),
  })

const old = () =>
  epubOf('旧书', {
    version: '2.0',
    items: text('旧格式的书'),
  })

const later = () => epubOf('新书', { version: '3.9', items: text('以后的格式') })

export const packageBooks: ConformanceBook[] = [
  {
    title: '书名和作者',
    epub: metadata,
    requirements: [
      {
        group: 'pkg',
        level: 'must',
        says: 'white space in metadata is collapsed',
        check: (book) => assert.equal(book.verdict.title, '长长的 书名'),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'the first title is the title of the book, whatever refines the others',
        check: async (book) =>
          assert.match(await book.page(`/book/${book.bookId}`), /<h1[^>]*><bdi>长长的<wbr\/> 书名<\/bdi>/),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'creators are shown in the order of the package',
        check: (book) => assert.deepEqual(book.verdict.authors, ['先写的人', '后写的人', '再写的人']),
      },
      {
        group: 'pkg',
        level: 'should',
        says: 'all creators are shown',
        check: async (book) => {
          const html = await book.page(`/book/${book.bookId}`)
          for (const name of book.verdict.authors) assert.ok(html.includes(name), name)
        },
      },
      {
        group: 'pkg',
        level: 'should',
        says: 'the type of an identifier tells whether it is an ISBN',
        check: async (book) => {
          const html = await book.page(`/book/${book.bookId}`)
          assert.ok(html.includes('9787532745678'))
          assert.ok(!html.includes('9787020002207'))
        },
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'unknown metadata, properties and elements do no harm',
        check: (book) => assert.deepEqual(book.verdict.warnings, []),
      },
      {
        group: 'pkg',
        level: 'should',
        says: 'unknown metadata is ignored',
        check: async (book) => assert.ok(!(await book.page(`/book/${book.bookId}`)).includes('unheard')),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'linked records do not replace the metadata of the package',
        check: (book) => assert.equal(book.verdict.title, '长长的 书名'),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'collections with unknown roles are ignored',
        check: (book) => assert.equal(book.outline.sections.length, 1),
      },
    ],
  },
  {
    title: '阅读次序',
    epub: spine,
    requirements: [
      {
        group: 'pkg',
        level: 'must',
        says: 'sections are read in the order of the spine, from its first linear item',
        check: (book) =>
          book.read('先读', async (_, page) => {
            await page.keyboard.press('ArrowRight')
            await frameAt(page, 'a.xhtml')
          }),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'a link to a section outside the linear order shows it',
        check: (book) =>
          book.read('先读', async (frame, page) => {
            await frame.locator('#note').click()
            await frameAt(page, 'n.xhtml')
          }),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'a section that the spine names twice is read twice',
        check: (book) =>
          assert.deepEqual(
            book.outline.sections.map(({ path }) => path.slice(5)),
            ['z.xhtml', 'n.xhtml', 'a.xhtml', 'cover.xhtml', 'a.xhtml'],
          ),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'the places of a section that the spine names twice are kept apart',
        check: (book) =>
          book.read('先读', async (_, page) => {
            await page.keyboard.press('End')
            await frameAt(page, 'a.xhtml')
            const mark = page.getByRole('button', { name: '书签', exact: true })
            await mark.click()
            await page.getByRole('button', { name: '书签', exact: true, pressed: true }).waitFor()
            await page.keyboard.press('Home')
            await frameAt(page, 'z.xhtml')
            await page.keyboard.press('ArrowRight')
            await frameAt(page, 'a.xhtml')
            await page.getByRole('button', { name: '书签', exact: true, pressed: false }).waitFor()
          }),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'a link to such a section leads to its first place',
        check: (book) =>
          book.read('先读', async (frame, page) => {
            await frame.locator('#twice').click()
            await frameAt(page, 'a.xhtml')
            await page.keyboard.press('ArrowRight')
            await frameAt(page, 'cover.xhtml')
          }),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'unknown properties of items of the manifest and of the spine are ignored',
        check: (book) =>
          assert.deepEqual(
            book.outline.sections.map(({ layout, side }) => [layout, side]),
            Array.from({ length: 5 }, () => ['reflowable', undefined]),
          ),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'without a direction of the pages the reader chooses one',
        check: (book) => assert.equal(book.outline.isRightToLeft, false),
      },
      {
        group: 'pkg',
        level: 'should',
        // The book before it has the same identifier.
        says: 'two books with one identifier are two books',
        check: (book) => assert.equal(book.verdict.kind, 'new'),
      },
    ],
  },
  ...(
    [
      ['a title with the direction rtl begins at the right', 'City 城', ' dir="rtl"', '', 'rtl'],
      [
        'a title with the direction ltr in a package of rtl begins at the left',
        `${hebrew} A`,
        ' dir="ltr"',
        ' dir="rtl"',
        'ltr',
      ],
      ['a title without a direction has that of the package', 'Words 词', '', ' dir="rtl"', 'rtl'],
      [
        'a title with the direction auto has that of its first letter',
        `${hebrew} B`,
        ' dir="auto"',
        ' dir="ltr"',
        'rtl',
      ],
      ['a title without any direction has that of its first letter', `${hebrew} C`, '', '', 'rtl'],
    ] as const
  ).map(([says, title, dir, root, expected]): ConformanceBook => ({
    title,
    epub: () => direction(title, dir, root),
    requirements: [
      {
        group: 'pkg',
        level: 'must',
        says,
        check: async (book) => {
          assert.match(await book.page(`/book/${book.bookId}`), /<h1[^>]*><bdi>/)
          await book.read('方向', async (_, page) => {
            const title = page.locator('bdi.reader-book')
            assert.equal(await title.evaluate((element) => getComputedStyle(element).direction), expected)
          })
        },
      },
    ],
  })),
  {
    title: '旧书',
    epub: old,
    requirements: [
      {
        group: 'pkg',
        level: 'must',
        says: 'books of version 2 open',
        check: (book) => book.glance('旧格式的书', async () => undefined),
      },
    ],
  },
  {
    title: '新书',
    epub: later,
    requirements: [
      {
        group: 'pkg',
        level: 'should',
        says: 'books of later versions open',
        check: (book) => book.glance('以后的格式', async () => undefined),
      },
    ],
  },
]
