import assert from 'node:assert/strict'
import { frameAt, goTo, requireDrawn, styleOf } from './look.ts'
import { type ConformanceBook, epubOf, style, xhtml } from './requirement.ts'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100" width="200" height="100"><style>.ring { stroke-width: 5px }</style>
<circle class="ring shape" cx="50" cy="50" r="20" fill="none" stroke="black"/><text id="words" y="90" direction="rtl" xml:lang="he">图里的字</text><a xlink:href="a.xhtml" id="back"><text y="20">回去</text></a></svg>`

const content = () =>
  epubOf('正文的写法', {
    items: [
      {
        href: 'a.xhtml',
        data: xhtml(
          `<h1 id="head">各种标记</h1><ruby id="ruby">渡<rp>（</rp><rt>dù</rt><rp>）</rp></ruby><details id="fold"><summary>折</summary>叠</details>
<table><caption>表</caption><tr><td colspan="2" id="cell">格</td></tr></table><p id="role" role="doc-epigraph" aria-label="题词" epub:type="unheard:of epigraph">题词</p>
<p id="custom" x:mode="loud" xmlns:x="http://x.test/ns">自己的属性</p><p id="gone" hidden="hidden">藏</p><form action="x"><p id="form">问</p><input type="checkbox"/></form>
<h2 id="heading" epub:type="noteref bodymatter">仍是标题</h2>
<div id="scripted"><script>document.write('脚本写的')</script><noscript><p id="without">没有脚本</p></noscript></div>
<canvas id="canvas"><p id="drawn">代替的画</p></canvas>
<object id="object" data="b.svg" type="image/svg+xml"><p>无图</p></object><img id="image" src="b.svg" alt=""/>
<epub:switch id="switch"><epub:case required-namespace="http://x.test/chemistry"><p id="case1">化学</p></epub:case>
<epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><math xmlns="http://www.w3.org/1998/Math/MathML"><mi id="case2">y</mi></math></epub:case><epub:default><p id="default">文字</p></epub:default></epub:switch>
<epub:switch><epub:case required-namespace="http://x.test/chemistry"><p id="case3">化学</p></epub:case><epub:default><p id="default2">文字</p></epub:default></epub:switch>`,
          { head: '<meta name="x" epub:type="cover"/><style>.shape { stroke-width: 9px; fill: red }</style>' },
        ),
        is: 'scripted svg switch',
      },
      {
        href: 'm.xhtml',
        data: xhtml(
          `<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi id="over">a</mi><mi id="under">b</mi></mfrac><msup><mi id="base">x</mi><mn id="power">2</mn></msup><msqrt id="root"><mi>z</mi></msqrt></math>
<p>${drawing.replaceAll('id="', 'id="in-')}</p>`,
          style('#in-words { letter-spacing: 4px } svg .shape { stroke-linecap: round }'),
        ),
        is: 'mathml svg',
      },
      {
        href: 's.xhtml',
        data: xhtml('<p>等脚本来写</p>'),
        is: 'scripted',
        fallback: 'f.xhtml',
      },
      { href: 'f.xhtml', data: xhtml('<h1 id="fallback">不用脚本的一页</h1>'), spine: null },
      { href: 'b.svg', type: 'image/svg+xml', data: drawing, spine: '' },
    ],
  })

export const contentBooks: ConformanceBook[] = [
  {
    title: '正文的写法',
    epub: content,
    requirements: [
      {
        group: 'cnt',
        level: 'must',
        says: 'XHTML documents are shown as HTML says',
        check: (book) =>
          book.glance('各种标记', async (frame) => {
            assert.equal(await styleOf(frame, '#ruby rt', 'display'), 'ruby-text')
            assert.equal(await frame.locator('#cell').getAttribute('colspan'), '2')
            assert.equal(await frame.evaluate(() => document.querySelector('details')?.open), false)
            assert.equal(await styleOf(frame, '#gone', 'display'), 'none')
          }),
      },
      {
        group: 'cnt',
        level: 'should',
        says: 'ARIA roles and names reach assistive technology',
        check: (book) =>
          book.glance('各种标记', async (frame) => {
            assert.equal(await frame.locator('#role').getAttribute('role'), 'doc-epigraph')
            assert.equal(await frame.locator('#role').getAttribute('aria-label'), '题词')
          }),
      },
      {
        group: 'voc',
        level: 'must',
        says: 'semantics that are unknown, in the head or at odds with an element are ignored',
        check: (book) =>
          book.read('各种标记', async (frame, page) => {
            await frame.locator('#heading').click()
            assert.equal(await page.getByRole('region', { name: '注释' }).count(), 0)
            assert.equal(await frame.evaluate(() => document.querySelector('#heading')?.localName), 'h2')
            assert.equal(await frame.getByText('题词').innerText(), '题词')
          }),
      },
      {
        group: 'cnt',
        level: 'must',
        says: 'attributes of other vendors change nothing',
        check: (book) =>
          book.glance('各种标记', async (frame) =>
            assert.equal(await frame.locator('#custom').innerText(), '自己的属性'),
          ),
      },
      {
        group: 'cnt',
        level: 'must',
        says: 'without scripts the fallbacks of scripted content are shown, those in the page and those in the manifest',
        check: (book) =>
          book.read('各种标记', async (frame, page) => {
            for (const id of ['without', 'drawn', 'form'])
              assert.equal(await frame.locator(`#${id}`).isVisible(), true, id)
            assert.equal(await frame.getByText('脚本写的').count(), 0)
            await (await goTo(page, 's.xhtml', 'f.xhtml')).getByText('不用脚本的一页').waitFor()
          }),
      },
      {
        group: 'cnt',
        level: 'should',
        says: 'switches show the first supported case, and the default otherwise (EPUB 3.0)',
        check: (book) =>
          book.glance('各种标记', async (frame) => {
            const seen = await frame.evaluate(() =>
              ['case1', 'case2', 'default', 'case3', 'default2'].filter((id) => document.getElementById(id) !== null),
            )
            assert.deepEqual(seen, ['case2', 'default2'])
          }),
      },
      {
        group: 'cnt',
        level: 'must',
        says: 'presentation MathML is laid out',
        check: (book) =>
          book.read('各种标记', async (_, page) => {
            const frame = await goTo(page, 'm.xhtml')
            const box = (id: string) =>
              frame.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().toJSON() as DOMRect, id)
            assert.ok((await box('over')).bottom <= (await box('under')).top)
            assert.ok((await box('power')).bottom < (await box('base')).bottom)
          }),
      },
      {
        group: 'cnt',
        level: 'must',
        says: 'drawings in the text are shown',
        check: (book) =>
          book.read('各种标记', async (_, page) => {
            const frame = await goTo(page, 'm.xhtml')
            assert.equal(await styleOf(frame, 'circle', 'stroke-width'), '5px')
            assert.equal(
              await frame.evaluate(() => document.querySelector('circle')?.getBoundingClientRect().width),
              40,
            )
          }),
      },
      {
        group: 'cnt',
        level: 'must',
        says: 'styles of a document apply to the drawings that it includes',
        check: (book) =>
          book.read('各种标记', async (_, page) => {
            const frame = await goTo(page, 'm.xhtml')
            assert.equal(await styleOf(frame, '#in-words', 'letter-spacing'), '4px')
            assert.equal(await styleOf(frame, 'circle', 'stroke-linecap'), 'round')
          }),
      },
      {
        group: 'cnt',
        level: 'must',
        says: 'styles of a document do not apply to drawings that it refers to',
        check: (book) =>
          book.glance('各种标记', async (frame) => {
            await requireDrawn(frame, 'image')
            await requireDrawn(frame, 'object')
            assert.equal(await frame.evaluate(() => document.querySelectorAll('.shape').length), 0)
          }),
      },
      {
        group: 'cnt',
        level: 'must',
        says: 'drawings are sections with styles, languages, directions and links',
        check: (book) =>
          book.read('各种标记', async (_, page) => {
            await page.keyboard.press('End')
            const frame = await frameAt(page, 'b.svg.page.xhtml')
            assert.equal(await styleOf(frame, 'circle', 'stroke-width'), '5px')
            assert.equal(await styleOf(frame, '#words', 'direction'), 'rtl')
            assert.equal(await frame.evaluate(() => document.getElementById('words')?.matches(':lang(he)')), true)
            await frame.locator('#back').click()
            await frameAt(page, 'a.xhtml')
          }),
      },
    ],
  },
  {
    title: '框架',
    epub: null,
    requirements: [
      {
        group: 'cnt',
        level: 'must',
        says: 'a document in an `iframe` is shown',
        reason: 'frames are left out, and the verdict on the import names them',
      },
    ],
  },
]
