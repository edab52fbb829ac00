import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '#shared/api/failure.ts'
import { bombEpub, draftEpub, lyingBomb, opf, page } from '../../../test/draft-epubs.ts'
import { checkEpub } from '#server/epub/check-epub.ts'
import { readNumeral } from '#server/epub/convert/chinese-number.ts'
import { decodeText } from '#server/epub/convert/decode-text.ts'
import { readImport } from '#server/epub/convert/read-import.ts'
import { splitText } from '#server/epub/convert/split-text.ts'
import { writeEpub } from '#server/epub/write-epub.ts'

const sample = '话说天下大势，分久必合，合久必分。这一日他来到山中，见一座城，城里的人都不说话。\n'.repeat(6)
/** The bytes of a two-line chapter in encodings that Node cannot write; other programs produced the bytes. */
const gbk = Buffer.from(
  'b5dad2bbd5c20ac9bdd6d0d3d0d2bbd7f9b3c7a3acb3c7c0efb5c4c8cbb6bcb2bbcbb5bbb0a3acced2d4dad5e2c0efd7a1c1cbc8fdc4eaa1a3',
  'hex',
)
const big5 = Buffer.from(
  'b2c4a440b3b90aa473a4a4a6b3a440ae79abb0a141abb0b8ccaabaa448b3a3a4a3bba1b8dca141a7daa662b36fb8cca6eda446a454a67ea143',
  'hex',
)

async function refusal(name: string, bytes: Buffer): Promise<string> {
  const failure = await readImport(name, bytes).then(
    () => assert.fail(`${name} should have been refused`),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure, String(failure))
  assert.match(failure.message, /[一-鿿]/)
  return failure.message
}

/** Converts a file and checks the resulting EPUB. */
async function accepted(name: string, bytes: Buffer) {
  const read = await readImport(name, bytes)
  const { metadata } = read.book
  assert.deepEqual(
    await checkEpub(writeEpub({ ...read.book, metadata: { ...metadata, rights: '已入公有领域', source: '测试' } })),
    [],
  )
  const text = read.book.documents.map(({ xhtml }) => xhtml).join('\n')
  return { ...read, text }
}

describe('texts in their encodings', () => {
  const cases: [string, Buffer, string][] = [
    ['UTF-8', Buffer.from(sample), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${sample}`), 'utf-8'],
    ['UTF-16 LE with its mark', Buffer.from(`\ufeff${sample}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 LE without', Buffer.from(sample, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE with its mark', Buffer.from(`\ufeff${sample}`, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 BE without', Buffer.from(sample, 'utf16le').swap16(), 'utf-16be'],
    ['GB 18030', gbk, 'gb18030'],
    ['Big5', big5, 'big5'],
  ]
  for (const [name, bytes, encoding] of cases)
    test(name, () => {
      const found = decodeText(bytes)
      assert.equal(found.encoding, encoding)
      assert.equal(found.lost, 0)
      assert.match(found.text, /山中/)
    })

  test('a text in no known encoding is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => ((at * 7919 + (at >> 3) * 104_729) % 251) | 128))
    await refusal('noise.txt', noise)
  })
})

describe('chapters', () => {
  test('chapter numbers are read in all forms of numerals', () => {
    const numerals = {
      一: 1,
      十: 10,
      十二: 12,
      二十三: 23,
      廿三: 23,
      卅: 30,
      卌五: 45,
      一百零八: 108,
      一〇二: 102,
      '一○二': 102,
      两千: 2000,
      一千零一: 1001,
      '２３': 23,
      壹佰贰拾: 120,
      '0012': 12,
      一万二千: 12_000,
      百二十: 120,
    }
    for (const [written, value] of Object.entries(numerals)) assert.equal(readNumeral(written), value, written)
  })

  test('chapters are found in volumes, with prefaces and extras, and no text is lost', () => {
    const headings = [
      '序',
      '楔子 缘起',
      '第一卷 山中',
      '第一章 入山',
      '第二章　下山',
      '第〇三章：又上山',
      '第四章渡河的人',
      '第二卷',
      '第廿回 归来',
      '番外一 旧事',
      '尾声',
      '后记',
    ]
    const text = headings.map((heading, at) => `${heading}\n正文${at}有几句话。`).join('\n')
    const sections = splitText(`前面的话。\n${text}`)
    assert.deepEqual(
      sections.flatMap(({ title }) => title ?? []),
      headings.map((heading) => heading.replace('\u3000', ' ')),
    )
    assert.equal(sections[0]?.paragraphs[0], '前面的话。')
    assert.deepEqual(
      sections.filter(({ level }) => level === 1).map(({ title }) => title),
      ['第一卷 山中', '第二卷'],
    )
  })

  test('sentences that mention chapters are no headings', () => {
    const text =
      '第一章 开头\n第一章的内容他已经忘了。\n第二回合他输了\n第三部分的人都走了\n第五节课是体育\n序幕拉开了。\n卷一边看一边哭\n第九百章他没有写完就死了。\n第二章 结尾\n完'
    assert.deepEqual(
      splitText(text).map(({ title }) => title),
      ['第一章 开头', '第二章 结尾'],
    )
  })

  test('a table of contents at the beginning does not become empty chapters', () => {
    const sections = splitText('目录\n第一章 甲\n第二章 乙\n\n第一章 甲\n文一\n第二章 乙\n文二')
    assert.deepEqual(
      sections.map(({ title, paragraphs }) => [title, paragraphs.length]),
      [
        [null, 1],
        ['第一章 甲', 1],
        ['第二章 乙', 1],
      ],
    )
  })

  test('plain texts become documents, with the title of the file name or of the first lines', async () => {
    const { book } = await accepted(
      '《山城记》作者：某人.txt',
      Buffer.from(`第一章 入山\n${sample}第二章 下山\n${sample}`),
    )
    assert.deepEqual([book.metadata.title, book.metadata.creators], ['山城记', ['某人']])
    assert.deepEqual(
      book.toc.map(({ title }) => title),
      ['第一章 入山', '第二章 下山'],
    )
  })

  test('Markdown is divided by its headings, and HTML in it is never executed', async () => {
    const { book, text } = await accepted(
      'a.md',
      Buffer.from(
        '---\ntitle: 山城\nauthor: 某人\n---\n# 一\n你*好*<script>alert(1)</script>\n\n## 二\n![图](http://evil.test/x.png) [外](javascript:alert(1))',
      ),
    )
    assert.equal(book.metadata.title, '山城')
    assert.equal(book.documents.length, 2)
    assert.doesNotMatch(text, /<script|evil\.test|href="javascript/)
  })
})

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

  test('the same file always becomes the same bytes', async () => {
    const [one, two] = [await readImport('a.epub', draftEpub()), await readImport('b.epub', draftEpub())]
    assert.deepEqual(writeEpub(one.book), writeEpub(two.book))
  })
})

describe('unreadable EPUBs are refused', () => {
  const encrypted =
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/></EncryptedData></encryption>'
  const cases: [string, Buffer, RegExp][] = [
    ['no archive', Buffer.from('PK nonsense'), /压缩包/],
    ['cut off', draftEpub().subarray(0, 600), /压缩包/],
    ['no package', draftEpub({ parts: { 'OEBPS/content.opf': null } }), /OPF/],
    ['locked', draftEpub({ parts: { 'META-INF/encryption.xml': encrypted } }), /DRM/],
    ['no document', draftEpub({ parts: { 'OEBPS/c1.xhtml': null } }), /没有一页/],
    ['a PDF', Buffer.from('%PDF-1.7 …'), /只收/],
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
    ['a path that climbs', draftEpub({ parts: { '../../etc/passwd': 'x' } }), /路径/],
    ['an absolute path', draftEpub({ parts: { '/etc/passwd': 'x' } }), /路径/],
    ['a Windows path', draftEpub({ parts: { 'C:/windows/x': 'x' } }), /路径/],
    ['markup nested without end', draftEpub({ body: `${'<div>'.repeat(100_000)}甲` }), /深/],
    ['contents nested without end', draftEpub({ parts: { 'OEBPS/toc.ncx': '<navPoint>'.repeat(100_000) } }), /深/],
    ['much that is packed tight, in small parts', draftEpub({ parts: manySmall }), /炸弹/],
    ['contents without end', draftEpub({ parts: { 'OEBPS/toc.ncx': manyPoints } }), /章节多/],
    ['a name twice', draftEpub({ first: [{ name: 'OEBPS/c1.xhtml', data: Buffer.from('x') }] }), /同名/],
    [
      'too many parts',
      draftEpub({ parts: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`x/${at}`, ''])) }),
      /太多/,
    ],
  ]
  for (const [name, bytes, words] of refused)
    test(`${name} is refused`, async () => assert.match(await refusal('a.epub', bytes), words))

  test('XML entities are neither expanded nor fetched', async () => {
    const laughs = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY l${at + 1} "&l${at};&l${at};&l${at};&l${at};&l${at};&l${at};&l${at};&l${at};">`,
    ).join('')
    const xml = `<!DOCTYPE html [<!ENTITY l0 "lol">${laughs}<!ENTITY x SYSTEM "file:///etc/passwd">]>${page('<p>甲&l12;&x;乙</p>').replace(/^<\?xml[^>]*>/, '')}`
    const { text } = await accepted('a.epub', draftEpub({ parts: { 'OEBPS/c1.xhtml': xml } }))
    assert.ok(text.length < 2000)
    assert.doesNotMatch(text, /lol|root:/)
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
    const { book, text, warnings } = await accepted(
      'a.epub',
      draftEpub({
        body,
        parts: { 'OEBPS/s.css': css, 'OEBPS/j.js': 'evil()', 'OEBPS/content.opf': opf({ manifest }) },
      }),
    )
    const all = text + book.resources.map(({ data }) => Buffer.from(data).toString()).join()
    assert.doesNotMatch(all, /evil/)
    assert.match(text, /甲/)
    assert.match(warnings.join(), /脚本/)
    assert.ok(!book.resources.some(({ href }) => href.endsWith('.js')))
  })
})
