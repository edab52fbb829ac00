import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, renditionEpub } from '../../../../test/rendition-epub.ts'
import { readBookEntry } from './book-entry.ts'
import { readOutline } from './book-outline.ts'
import { OpenedEpub } from './opened-epub.ts'

type Items = Parameters<typeof renditionEpub>[0]
type Options = Parameters<typeof renditionEpub>[1]

const text = { data: pageOf('<p>文</p>') }
const fixed: [string, string] = ['layout', 'pre-paginated']

async function outlineOf(items: Items, options?: Options) {
  const { outline } = await readOutline(await OpenedEpub.fromBytes(renditionEpub(items, options)))
  return outline
}
const layoutsOf = async (items: Items, options?: Options) =>
  (await outlineOf(items, options)).sections.map(({ layout, side }) => (side ? `${layout} ${side}` : layout)).join()

/** Returns the size that the served page of the only section states. */
async function sizeOf(item: Items[number]) {
  const epub = await OpenedEpub.fromBytes(renditionEpub([item], { rendition: [fixed] }))
  const { outline } = await readOutline(epub)
  const entry = await readBookEntry(epub, outline.sections[0]?.path ?? '', '/')
  return /<meta name="viewport" content="([^"]*)"/.exec(String(entry?.body))?.[1]
}

test('the statements of the package about the pages of a book', async (t) => {
  await t.test('a book is flowing text unless it says otherwise', async () =>
    assert.equal(await layoutsOf([{ href: 'a.xhtml', ...text }]), 'reflowable'),
  )
  await t.test('fixed pages, strips, and the signs of old books for fixed pages', async () => {
    const items = [{ href: 'a.xhtml', ...text }]
    assert.equal(await layoutsOf(items, { rendition: [fixed] }), 'fixed')
    assert.equal(await layoutsOf(items, { rendition: [['layout', 'roll']] }), 'roll')
    assert.equal(await layoutsOf(items, { metadata: '<meta name="fixed-layout" content="true"/>' }), 'fixed')
    const display =
      '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>'
    const files = { 'META-INF/com.apple.ibooks.display-options.xml': display }
    assert.equal(await layoutsOf(items, { files }), 'fixed')
  })
  await t.test('of two layouts of a book the first one applies', async () =>
    assert.equal(
      await layoutsOf([{ href: 'a.xhtml', ...text }], { rendition: [fixed, ['layout', 'reflowable']] }),
      'fixed',
    ),
  )
  await t.test(
    'a section may have another layout or side than the book, and of two values the first one applies',
    async () =>
      assert.equal(
        await layoutsOf(
          [
            { href: 'a.xhtml', ...text, properties: 'rendition:layout-reflowable rendition:layout-pre-paginated' },
            { href: 'b.xhtml', ...text, properties: 'page-spread-left' },
            { href: 'c.xhtml', ...text, properties: 'rendition:page-spread-right' },
            { href: 'd.xhtml', ...text, properties: 'rendition:page-spread-center' },
            { href: 'e.xhtml', ...text, properties: 'rendition:spread-none' },
          ],
          { rendition: [fixed] },
        ),
        'reflowable,fixed left,fixed right,fixed center,fixed center',
      ),
  )
  await t.test('spreads, flow, orientation and size are named for the book', async () => {
    const rendition: [string, string][] = [
      ['spread', 'portrait'],
      ['flow', 'scrolled-continuous'],
      ['orientation', 'landscape'],
      ['viewport', 'width=900, height=600'],
    ]
    assert.deepEqual((await outlineOf([{ href: 'a.xhtml', ...text }], { rendition })).rendition, {
      spread: 'both',
      flow: 'scrolled',
      orientation: 'landscape',
      width: 900,
      height: 600,
    })
  })
  await t.test('a section is scrolled or centred by itself', async () => {
    const properties = 'rendition:flow-scrolled-doc rendition:align-x-center'
    const [section] = (await outlineOf([{ href: 'a.xhtml', ...text, properties }])).sections
    assert.deepEqual([section?.flow, section?.isCentred], ['scrolled', true])
  })
  await t.test('pages progress by the package, or by the language of flowing text', async () => {
    const direction = async (options: Options) =>
      (await outlineOf([{ href: 'a.xhtml', ...text }], options)).isRightToLeft
    assert.equal(await direction({ direction: 'rtl' }), true)
    assert.equal(await direction({ direction: 'ltr', language: 'ar' }), false)
    assert.equal(await direction({ direction: 'default', language: 'he' }), true)
    assert.equal(await direction({ direction: 'default', language: 'ar', rendition: [fixed] }), false)
  })
  await t.test('the language is that of the text, even if the package states another one first', async () => {
    const chinese = { href: 'a.xhtml', data: pageOf(`<p>${'天地玄黄，宇宙洪荒。'.repeat(20)}</p>`) }
    const metadata = '<dc:language>zh-CN</dc:language><dc:language>en-US</dc:language>'
    const options = { direction: 'default' as const, language: 'ar-SA', metadata }
    const { language, isRightToLeft } = await outlineOf([chinese], options)
    assert.deepEqual([language, isRightToLeft], ['zh-CN', false])
  })
})

test('the size of a fixed page', async (t) => {
  const sizes: [what: string, viewport: string, size: string | undefined][] = [
    ['is that of its viewport', 'width=900, height=600', 'width=900, height=600'],
    ['is the first of repeated values', 'width=900,width=1,height=600,height=1', 'width=900, height=600'],
    ['ignores units', 'width=1000px, height=600mm', 'width=1000, height=600'],
    ['is read from separators that are not valid', 'width=900;height=600', 'width=900, height=600'],
    ['ignores scales', 'width=900, height=600, initial-scale=3', 'width=900, height=600'],
    ['is unknown for the size of the device', 'width=device-width, height=device-height', undefined],
    ['is unknown without a height', 'width=900', undefined],
  ]
  for (const [what, viewport, size] of sizes)
    await t.test(what, async () => assert.equal(await sizeOf({ href: 'a.xhtml', data: pageOf('文', viewport) }), size))
  await t.test('is that of the first viewport', async () => {
    const second = '<meta name="viewport" content="width=5, height=5"/>'
    const data = pageOf('文', 'width=1000, height=600', second)
    assert.equal(await sizeOf({ href: 'a.xhtml', data }), 'width=1000, height=600')
  })
  await t.test('is the box of a drawing', async () => {
    const drawing = (attributes: string) => ({
      href: 'a.svg',
      type: 'image/svg+xml',
      data: `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="5" height="5"/></svg>`,
    })
    assert.equal(await sizeOf(drawing('viewBox="0 0 1200 600"')), 'width=1200, height=600')
    assert.equal(await sizeOf(drawing('width="300" height="200"')), 'width=300, height=200')
  })
})
