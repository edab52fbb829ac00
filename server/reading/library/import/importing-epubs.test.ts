import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bombEpub, draftEpub, lyingBomb, opf, page } from '../../../../test/draft-epubs.ts'
import { paragraphsOf } from '../../../../test/put-epub.ts'
import { refusal } from '../../../../test/refused-import.ts'
import { readImport } from '#server/engines/epub/convert/read-import.ts'
import { writePlainText } from '#server/engines/epub/convert/write-plain-text.ts'
import { readBookEntry } from '#server/engines/epub/serve/book-entry.ts'
import { readOutline } from '#server/engines/epub/serve/book-outline.ts'
import { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'

/** A sentence in GB 18030, which Node cannot write; another program produced the bytes. */
const gbk = Buffer.from(
  'b5dad2bbd5c20ac9bdd6d0d3d0d2bbd7f9b3c7a3acb3c7c0efb5c4c8cbb6bcb2bbcbb5bbb0a3acced2d4dad5e2c0efd7a1c1cbc8fdc4eaa1a3',
  'hex',
)

/** Examines an EPUB, and returns the result together with the documents that the reader app would receive. */
async function accepted(name: string, bytes: Buffer) {
  const read = await readImport(name, bytes)
  assert.equal(read.book, null)
  const epub = await OpenedEpub.fromBytes(bytes)
  const { outline } = await readOutline(epub)
  const served = async (paths: string[]) =>
    (await Promise.all(paths.map((path) => readBookEntry(epub, path, '/'))))
      .map((entry) => entry?.body ?? '')
      .join('\n')
  return {
    ...read,
    outline,
    text: await served(outline.sections.map(({ path }) => path)),
    all: await served([...epub.archive.paths]),
  }
}

describe('broken EPUBs a reader could read', () => {
  const cases: [string, Buffer, RegExp][] = [
    ['no mimetype', draftEpub({ parts: { mimetype: null } }), /mimetype/],
    ['something before it', draftEpub({ first: [{ name: 'x.txt', data: Buffer.from('x') }] }), /mimetype/],
    ['no NCX', draftEpub({ parts: { 'OEBPS/toc.ncx': null } }), /目录/],
    ['no container', draftEpub({ parts: { 'META-INF/container.xml': null } }), /容器/],
    [
      'another case in an address',
      draftEpub({ parts: { 'OEBPS/c1.xhtml': null, 'OEBPS/C1.XHTML': page('<p>文</p>') } }),
      /大小写/,
    ],
    [
      'a chapter that is not there',
      draftEpub({
        parts: {
          'OEBPS/content.opf': opf({
            manifest: '<item id="c2" href="c2.xhtml" media-type="application/xhtml+xml"/>',
            spine: '<itemref idref="c1"/><itemref idref="c2"/>',
          }),
        },
      }),
      /不在包中/,
    ],
    ['an empty spine', draftEpub({ parts: { 'OEBPS/content.opf': opf({ spine: '' }) } }), /阅读次序/],
    [
      'a page of 1.1 MB',
      draftEpub({
        body: paragraphsOf(3000, 120)
          .map((text) => `<p>${text}</p>`)
          .join(''),
      }),
      /超过 1 MB/,
    ],
    [
      'recorded narration',
      draftEpub({
        parts: {
          'OEBPS/c1.smil': '<smil/>',
          'OEBPS/content.opf': opf({
            manifest: '<item id="s" href="c1.smil" media-type="application/smil+xml"/>',
          }),
        },
      }),
      /朗读录音，这里不能播放/,
    ],
    ['pages that do not close', draftEpub({ body: '<p>甲<br>乙&nbsp;<p>丙<b>丁' }), /不规范/],
    [
      'a page in GBK that says UTF-8',
      draftEpub({
        parts: {
          'OEBPS/c1.xhtml': Buffer.concat([Buffer.from('<html><body><p>'), gbk, Buffer.from('</p></body></html>')]),
        },
      }),
      /编码/,
    ],
  ]
  for (const [name, bytes, warning] of cases)
    test(name, async () => {
      const { warnings, countCharacters } = await accepted('a.epub', bytes)
      assert.match(warnings.join(), warning)
      assert.ok(countCharacters > 0)
    })
})

/** Returns an EPUB whose package document has damaged bytes in the archive. */
function withBrokenPackage(): Buffer {
  const zip = draftEpub()
  const at = zip.indexOf('OEBPS/content.opf') + 'OEBPS/content.opf'.length
  return zip.fill(0xff, at, at + 60)
}

test('a locked page among others becomes a page that says so', async () => {
  const encrypted =
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://x.test/unknown"/><CipherData><CipherReference URI="OEBPS/c2.xhtml"/></CipherData></EncryptedData></encryption>'
  const manifest = '<item id="c2" href="c2.xhtml" media-type="application/xhtml+xml"/>'
  const spine = '<itemref idref="c1"/><itemref idref="c2"/>'
  const { warnings, outline, text } = await accepted(
    'a.epub',
    draftEpub({
      parts: {
        'META-INF/encryption.xml': encrypted,
        'OEBPS/c2.xhtml': 'x',
        'OEBPS/content.opf': opf({ manifest, spine }),
      },
    }),
  )
  assert.match(warnings.join(), /有加了密的页面/)
  assert.equal(outline.sections.length, 2)
  assert.match(text, /〔这一页加了密，没有密钥打不开。〕/)
})

test('a talking book of EPUB 2 and a book of a lone film elsewhere are shown as far as possible', async () => {
  const talking = `<dtbook><book><bodymatter><level1><h1>第一章</h1><p>山中<noteref idref="#n">1</noteref>有城。</p><list><li>甲</li></list></level1></bodymatter>
<rearmatter><note id="n"><p>注文</p></note></rearmatter></book></dtbook>`
  const types = { 'OEBPS/content.opf': opf().replace('application/xhtml+xml', 'application/x-dtbook+xml') }
  const { text } = await accepted('a.epub', draftEpub({ parts: { ...types, 'OEBPS/c1.xhtml': talking } }))
  assert.match(
    text,
    /<section><h1>第一章<\/h1><p>山中<a href="[^"]*c1.xhtml#n" epub:type="noteref">1<\/a>有城。<\/p><ul><li>甲<\/li><\/ul><\/section>/,
  )
  assert.match(text, /<aside id="n"><p>注文<\/p><\/aside>/)
  const film = await accepted('a.epub', draftEpub({ body: '<video src="http://outside.test/a.mp4"></video>' }))
  assert.match(film.text, /<body><a href="http:\/\/outside.test\/a.mp4">〔书外的视频〕<\/a><\/body>/)
})

test('notes that stand in attributes are in the plain text', async () => {
  const body = '<p>天地<img class="qqreader-footnote" src="n.png" alt="天色黑，地色黄。"/>玄黄</p>'
  assert.match((await writePlainText(draftEpub({ body }))).toString(), /天地注玄黄\r\n天色黑，地色黄。/)
})

describe('unreadable EPUBs are refused', () => {
  const encrypted =
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><CipherData><CipherReference URI="OEBPS/c1.xhtml"/></CipherData></EncryptedData></encryption>'
  const cases: [string, Buffer, RegExp][] = [
    ['no archive', Buffer.from('PK nonsense'), /压缩包/],
    ['cut off', draftEpub().subarray(0, 600), /压缩包/],
    ['no package', draftEpub({ parts: { 'OEBPS/content.opf': null } }), /OPF/],
    ['locked', draftEpub({ parts: { 'META-INF/encryption.xml': encrypted } }), /DRM/],
    ['no document', draftEpub({ parts: { 'OEBPS/c1.xhtml': null } }), /没有一页/],
    ['a PDF', Buffer.from('%PDF-1.7 …'), /只收/],
    ['a package that does not unpack', withBrokenPackage(), /内容清单（OPF）解不开/],
    ['nothing', Buffer.alloc(0), /空/],
  ]
  for (const [name, bytes, words] of cases) test(name, async () => assert.match(await refusal('a.epub', bytes), words))
})

describe('hostile EPUBs', () => {
  const manySmall = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x/${at}`, Buffer.alloc(1_000_000)]))
  const points = Array.from(
    { length: 20_001 },
    (_, at) => `<navPoint><navLabel><text>${at}</text></navLabel><content src="c1.xhtml"/></navPoint>`,
  )
  const manyPoints = `<ncx><navMap>${points.join('')}</navMap></ncx>`
  const refused: [string, Buffer, RegExp][] = [
    ['a bomb', bombEpub(), /压缩炸弹|太大/],
    ['a bomb that lies', lyingBomb(), /打不开|太大|炸弹/],
    ['a path that climbs', draftEpub({ parts: { '../../../etc/passwd': 'x' } }), /路径/],
    ['an absolute path', draftEpub({ parts: { '/etc/passwd': 'x' } }), /路径/],
    ['a Windows path', draftEpub({ parts: { 'C:/windows/x': 'x' } }), /路径/],
    ['markup nested without end', draftEpub({ body: `${'<div>'.repeat(100_000)}甲` }), /深/],
    ['much that is packed tight, in small parts', draftEpub({ parts: manySmall }), /炸弹/],
    ['a name twice', draftEpub({ first: [{ name: 'OEBPS/c1.xhtml', data: Buffer.from('x') }] }), /同名/],
    [
      'too many parts',
      draftEpub({ parts: Object.fromEntries(Array.from({ length: 25_001 }, (_, at) => [`x/${at}`, ''])) }),
      /太多/,
    ],
  ]
  for (const [name, bytes, words] of refused)
    test(`${name} is refused`, async () => assert.match(await refusal('a.epub', bytes), words))

  test('contents nested without end, or without end, are cut', async () => {
    const nested = await accepted('a.epub', draftEpub({ parts: { 'OEBPS/toc.ncx': '<navPoint>'.repeat(100_000) } }))
    assert.match(nested.warnings.join(), /没有可用的目录/)
    assert.deepEqual(nested.outline.contents, [{ label: '第一章', section: 0, fragment: '', depth: 0 }])
    const many = await accepted('a.epub', draftEpub({ parts: { 'OEBPS/toc.ncx': manyPoints } }))
    assert.equal(many.outline.contents.length, 5000)
  })

  test('XML entities are neither expanded nor fetched', async () => {
    const laughs = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY l${at + 1} "&l${at};&l${at};&l${at};&l${at};&l${at};&l${at};&l${at};&l${at};">`,
    ).join('')
    const xml = `<!DOCTYPE html [<!ENTITY l0 "lol">${laughs}<!ENTITY x SYSTEM "file:///etc/passwd">]>${page('<p>甲&l12;&x;乙</p>').replace(/^<\?xml[^>]*>/, '')}`
    const { text } = await accepted('a.epub', draftEpub({ parts: { 'OEBPS/c1.xhtml': xml } }))
    assert.ok(text.length < 2000)
    assert.doesNotMatch(text, /lol|root:/)
    assert.match(text, /甲/)
  })

  test('hostile style sheets are processed in little time', async () => {
    const manifest = '<item id="s" href="s.css" media-type="text/css"/>'
    for (const css of [`url(${' '.repeat(100_000)}`, 'url('.repeat(50_000), 'a'.repeat(500_000)])
      await accepted('a.epub', draftEpub({ parts: { 'OEBPS/s.css': css, 'OEBPS/content.opf': opf({ manifest }) } }))
  })

  test('scripts and external references are removed', async () => {
    const body = `<p onclick="evil()" style="background:url(http://evil.test/a)">甲<script>evil()</script></p><img src="http://evil.test/i.png" onerror="evil()"/>
<a href="javascript:evil()">乙</a><iframe src="http://evil.test/"></iframe><svg onload="evil()"><script>evil()</script><foreignObject><p>x</p></foreignObject><image href="http://evil.test/s"/></svg>
<object data="x"/><form action="http://evil.test"><input/></form><link rel="stylesheet" href="http://evil.test/c.css"/><meta http-equiv="refresh" content="0;url=http://evil.test"/><base href="http://evil.test/"/>`
    const css =
      '@import "http://evil.test/x.css"; p { background: url(//evil.test/b); behavior: url(x.htc) } @font-face { src: url(http://evil.test/f) } b { background: u\\72l(http://evil.test/e) }'
    const manifest =
      '<item id="s" href="s.css" media-type="text/css"/><item id="j" href="j.js" media-type="text/javascript"/>'
    const { text, all, warnings } = await accepted(
      'a.epub',
      draftEpub({
        body,
        parts: { 'OEBPS/s.css': css, 'OEBPS/j.js': 'evil()', 'OEBPS/content.opf': opf({ manifest }) },
      }),
    )
    // The frame becomes a link, before which the reader asks.
    const link = '<a href="http://evil.test/">〔书外的网页〕</a>'
    assert.ok(all.includes(link))
    assert.doesNotMatch(all.replace(link, ''), /evil/)
    assert.match(text, /甲/)
    assert.match(warnings.join(), /脚本/)
    assert.match(warnings.join(), /框架/)
    assert.match(warnings.join(), /书外或缺失的图片/)
  })
})
