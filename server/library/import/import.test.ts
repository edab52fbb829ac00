import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkEpub } from '#server/epub/check-epub.ts'
import { readNumeral } from '#server/epub/convert/chinese-number.ts'
import { decodeText } from '#server/epub/convert/decode-text.ts'
import { refusal } from '../../../test/refused-import.ts'
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

/** Reads a text or Markdown file as a book and checks the resulting EPUB. */
async function converted(name: string, bytes: Buffer) {
  const { book, warnings } = await readImport(name, bytes)
  assert.ok(book)
  const metadata = { ...book.metadata, rights: '已入公有领域', source: '测试' }
  assert.deepEqual(await checkEpub(writeEpub({ ...book, metadata })), [])
  return { book, warnings, text: book.documents.map(({ xhtml }) => xhtml).join('\n') }
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
    const { book } = await converted(
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
    const { book, text } = await converted(
      'a.md',
      Buffer.from(
        '---\ntitle: 山城\nauthor: 某人\n---\n# 一\n你*好*<script>alert(1)</script>\n\n## 二\n![图](http://evil.test/x.png) [外](javascript:alert(1))',
      ),
    )
    assert.equal(book.metadata.title, '山城')
    assert.equal(book.documents.length, 2)
    assert.doesNotMatch(text, /<script|evil\.test|href="javascript/)
  })

  test('the same file always becomes the same bytes', async () => {
    const [one, two] = [await converted('a.txt', Buffer.from(sample)), await converted('a.txt', Buffer.from(sample))]
    assert.deepEqual(writeEpub(one.book), writeEpub(two.book))
  })
})
