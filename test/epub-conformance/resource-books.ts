import assert from 'node:assert/strict'
import sharp from 'sharp'
import { plainPicture } from '../plain-picture.ts'
import { goTo, requireDrawn, styleOf } from './look.ts'
import { type ConformanceBook, epubOf, xhtml } from './requirement.ts'

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">${body}</svg>`
const picture = (href: string, type: string, data: Buffer | string) => ({ href, type, data })

async function pictures() {
  const png = await plainPicture(40, 60)
  return epubOf('各种图片', {
    items: [
      {
        href: 'a.xhtml',
        data: xhtml(
          `<h1>图片</h1>${['gif', 'jpg', 'png', 'svg', 'webp'].map((name) => `<img id="${name}" src="p.${name}" alt=""/>`).join('')}
<img id="inline" src="data:image/svg+xml;base64,${Buffer.from(svg('<rect width="20" height="20"/>')).toString('base64')}" alt=""/>
<img id="plain" src="data:image/svg+xml,${encodeURIComponent(svg('<rect width="20" height="20"/>'))}" alt=""/><img id="foreign" src="p.xyz" alt=""/><img id="data" src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=" alt=""/>
<p><a id="top" href="data:text/html,&lt;p&gt;x&lt;/p&gt;" target="_blank">数据</a></p><img id="unlisted" src="unlisted.png" alt=""/>
<audio id="sound" src="s.mp3"></audio><audio src="s.m4a"></audio><audio src="s.opus"></audio>`,
        ),
      },
      picture('p.png', 'image/png', png),
      picture('p.gif', 'image/gif', await sharp(png).gif().toBuffer()),
      picture('p.jpg', 'image/jpeg', await sharp(png).jpeg().toBuffer()),
      picture('p.webp', 'image/webp', await sharp(png).webp().toBuffer()),
      picture('p.svg', 'image/svg+xml', svg('<rect width="20" height="20"/>')),
      { ...picture('p.xyz', 'image/x-xyz', 'xyz'), fallback: 'p.png' },
      picture('s.mp3', 'audio/mpeg', Buffer.alloc(40)),
      picture('s.m4a', 'audio/mp4', Buffer.alloc(40)),
      picture('s.opus', 'audio/ogg; codecs=opus', Buffer.alloc(40)),
      { ...picture('unlisted.png', 'image/png', png), isUnlisted: true },
    ],
  })
}

const foreign = () =>
  epubOf('外来的部分', {
    items: [
      { href: 'a.xhtml', data: xhtml('<h1>开头</h1>') },
      { href: 'b.xml', type: 'application/x-poem+xml', data: '<poem/>', fallback: 'c.json', spine: '' },
      { href: 'c.json', type: 'application/json', data: '{}', fallback: 'd.xhtml', spine: null },
      { href: 'd.xhtml', data: xhtml('<h1>代替诗的页面</h1>'), spine: null },
      { href: 'e.json', type: 'application/json', data: '{"words":"说明"}', fallback: 'f.json', spine: '' },
      { href: 'f.json', type: 'application/json', data: '{}', fallback: 'e.json', spine: null },
      { href: 'g.xhtml', data: xhtml('<h1>结尾</h1>') },
      {
        href: 'h.xml',
        type: 'application/xml',
        data: '<poem xmlns="http://x.test/"/>',
        fallback: 'd.xhtml',
        spine: '',
      },
      { href: 'i.xml', type: 'text/xml', data: xhtml('<h1>就是页面</h1>'), fallback: 'd.xhtml', spine: '' },
      { href: 'none.xhtml', data: null, fallback: 'd.xhtml', spine: '' },
    ],
  })

const outsideEntity =
  '<!DOCTYPE html [<!ENTITY near "近处的字"><!ENTITY far SYSTEM "file:///etc/hostname"><!ATTLIST p class CDATA "given">]>'

const markup = () => {
  const prefixed = `<h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:v="http://www.w3.org/2000/svg"><h:head><h:title>页</h:title></h:head><h:body><h:h1 id="named">带前缀的标题</h:h1><v:svg width="10" height="10"><v:rect id="box" width="10" height="10"/></v:svg></h:body></h:html>`
  return epubOf('可扩展标记', {
    items: [
      { href: 'a.xhtml', data: xhtml('<p>&near;和&far;到此</p>').replace('<html', `${outsideEntity}<html`) },
      { href: 'b.xhtml', data: prefixed },
      { href: 'c.xhtml', data: xhtml('<p>下面<b>没有关上</p>') },
      {
        href: 'd.xhtml',
        data: xhtml('<p id="english">words</p><p id="arabic" dir="rtl">كلمات</p>', {
          root: ' xml:lang="en" dir="ltr"',
        }),
      },
      { href: 'e.xhtml', data: xhtml('<p id="plain">这一页没有说它的语言</p>') },
    ],
    packageAttributes: ' xml:lang="fr" dir="rtl"',
  })
}

export const resourceBooks: ConformanceBook[] = [
  {
    title: '各种图片',
    epub: pictures,
    requirements: [
      {
        group: 'pub',
        level: 'must',
        says: 'GIF, JPEG, PNG, SVG and WebP pictures are shown',
        check: (book) =>
          book.glance('图片', async (frame) => {
            for (const id of ['gif', 'jpg', 'png', 'svg', 'webp', 'inline', 'plain']) await requireDrawn(frame, id)
          }),
      },
      {
        group: 'pub',
        level: 'must',
        says: 'the fallback of a foreign picture is shown',
        check: (book) => book.glance('图片', (frame) => requireDrawn(frame, 'foreign')),
      },
      {
        group: 'pub',
        level: 'must',
        says: 'MP3, AAC and Opus sounds are served and can be played',
        check: (book) =>
          book.glance('图片', async (frame) => {
            for (const [name, type] of Object.entries({ mp3: 'audio/mpeg', m4a: 'audio/mp4', opus: 'audio/ogg' })) {
              assert.equal((await book.get(`EPUB/s.${name}`)).type, type)
              assert.notEqual(await frame.evaluate((type) => new Audio().canPlayType(type), type), '')
            }
            assert.equal(await frame.evaluate(() => document.querySelector('audio')?.controls), true)
          }),
      },
      {
        group: 'pub',
        level: 'must',
        says: 'a link to a data URL does not open',
        check: (book) =>
          book.read('图片', async (frame, page) => {
            await requireDrawn(frame, 'data')
            await frame.locator('#top').click()
            await page.evaluate(() => new Promise(requestAnimationFrame))
            assert.equal(page.context().pages().length, 1)
            assert.equal(await frame.locator('#top').getAttribute('href'), null)
          }),
      },
      {
        group: 'pkg',
        level: 'should',
        says: 'a file that the manifest does not list is not used',
        check: async (book) => assert.equal((await book.get('EPUB/unlisted.png')).status, 404),
      },
    ],
  },
  {
    title: '外来的部分',
    epub: foreign,
    requirements: [
      {
        group: 'pub',
        level: 'must',
        says: 'a foreign document in the spine is replaced by the first supported file of its fallback chain',
        check: (book) =>
          assert.deepEqual(
            [1, 4, 5, 6].map((at) => book.outline.sections[at]?.path),
            // The root element of `i.xml` is that of XHTML, and the last section has no file but its fallback.
            ['EPUB/d.xhtml', 'EPUB/d.xhtml', 'EPUB/i.xml', 'EPUB/d.xhtml'],
          ),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'a chain of fallbacks ends where it returns to an item',
        check: (book) => assert.equal(book.outline.sections.length, 7),
      },
      {
        group: 'pkg',
        level: 'must',
        says: 'the user is informed of a section that has no supported form',
        check: async (book) => {
          const { status, text } = await book.get(book.outline.sections[2]?.path ?? '')
          assert.equal(status, 200)
          assert.match(text, /这一页的格式（application\/json）这里打不开/)
        },
      },
    ],
  },
  {
    title: '可扩展标记',
    epub: markup,
    requirements: [
      {
        group: 'pub',
        level: 'must',
        says: 'internal entities of a document type are expanded without validation',
        check: (book) =>
          book.glance('近处的字', async (frame) => assert.match(await frame.locator('p').innerText(), /^近处的字和/)),
      },
      {
        group: 'pub',
        level: 'must',
        says: 'external identifiers are not resolved',
        check: async (book) => assert.match((await book.get('EPUB/a.xhtml')).text, /和&amp;far;到此/),
      },
      {
        group: 'pub',
        level: 'must',
        says: 'elements are known by their namespaces, whatever their prefixes',
        check: async (book) => {
          const { text } = await book.get('EPUB/b.xhtml')
          assert.match(text, /<h1 id="named">带前缀的标题<\/h1>/)
          assert.match(text, /<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*><rect/)
        },
      },
      {
        group: 'pub',
        level: 'must',
        says: 'a document that is not well-formed is reported to the editor and to the reader',
        check: async (book) => {
          assert.match(book.verdict.warnings.join(), /有写得不规范的页面/)
          await book.read('近处的字', async (_, page) => {
            const frame = await goTo(page, 'c.xhtml')
            assert.equal(await frame.getByRole('note').innerText(), '〔这一页的标记有错，已照浏览器的读法修补。〕')
          })
          assert.doesNotMatch((await book.get('EPUB/d.xhtml')).text, /修补/)
        },
      },
      {
        group: 'pub',
        level: 'must',
        says: 'the languages and directions that documents state are processed',
        check: (book) =>
          book.read('近处的字', async (_, page) => {
            const frame = await goTo(page, 'd.xhtml')
            assert.equal(await frame.evaluate(() => document.documentElement.lang), 'en')
            assert.equal(await styleOf(frame, '#english', 'direction'), 'ltr')
            assert.equal(await styleOf(frame, '#arabic', 'direction'), 'rtl')
          }),
      },
      {
        group: 'pub',
        level: 'must',
        says: 'the package gives a document neither a language nor a direction',
        check: (book) =>
          book.read('近处的字', async (_, page) => {
            const frame = await goTo(page, 'e.xhtml')
            assert.equal(await frame.evaluate(() => document.documentElement.lang), '')
            assert.equal(await styleOf(frame, '#plain', 'direction'), 'ltr')
          }),
      },
    ],
  },
  {
    title: '不支持的部分',
    epub: null,
    requirements: [
      {
        group: 'pub',
        level: 'should',
        says: 'remote sounds, films and fonts are loaded',
        reason: 'a book requests nothing from other sites, so that nobody learns who reads it',
      },
      {
        group: 'pub',
        level: 'should',
        says: 'recorded narration is played in step with the text (media overlays)',
        reason: 'the reader reads aloud with the voices of the browser instead, and says so',
      },
    ],
  },
]
