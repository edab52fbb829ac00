import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import iconv from 'iconv-lite'
import { checkEpub } from '#server/engines/epub/check-epub.ts'
import { readImport } from '#server/engines/epub/convert/read-import.ts'
import { previewChapters } from '#server/engines/epub/convert/preview-chapters.ts'
import { noTextChoice, type TextChoice } from '#shared/text-choice.ts'
import { writeEpub } from '#server/engines/epub/write-epub.ts'

const sample = '话说天下大势，分久必合，合久必分。这一日他来到山中，见一座城，城里的人都不说话。\n'.repeat(6)
/** Reads a text or Markdown file as a book and checks the resulting EPUB. */
async function converted(name: string, bytes: Buffer) {
  const { book, warnings } = await readImport(name, bytes)
  assert.ok(book)
  const metadata = { ...book.metadata, rights: '已入公有领域', source: '测试' }
  assert.deepEqual(await checkEpub(writeEpub({ ...book, metadata })), [])
  return { book, warnings, text: book.documents.map(({ xhtml }) => xhtml).join('\n') }
}

describe('files become books', () => {
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

  test('tags and references of HTML in a plain text are read, and anything else in brackets stays', async () => {
    const { text, warnings } = await converted(
      'a.txt',
      Buffer.from(
        '<h2>第一章 甲</h2><p>&nbsp;&nbsp;他说&ldquo;走&rdquo;。</p><p>写信给<me@example.com>，1 < 2。</p><script>alert(1)</script>\n' +
          '第二章 乙<br>\n甲&amp;乙&#8212;丙<br/>完',
      ),
    )
    assert.match(warnings.join(), /网页的标记/)
    for (const line of ['他说“走”。', '写信给&lt;me@example.com&gt;，1 &lt; 2。', '甲&amp;乙—丙', '完'])
      assert.ok(text.includes(`<p>${line}</p>`), line)
    assert.match(text, /<h2>第二章 乙<\/h2>/)
    assert.doesNotMatch(text, /alert|nbsp|&lt;p&gt;/)
  })

  test('the editor is told what was restored, joined and lost', async () => {
    const warningsOf = async (text: string) => (await converted('a.txt', Buffer.from(text))).warnings.join()
    const garbled = iconv.encode(`第一章 甲\n${sample}`, 'gb18030').toString('latin1')
    const { book, warnings } = await converted('a.txt', Buffer.from(garbled))
    assert.match(warnings.join(), /乱码：GB18030 的文字曾被当作 Latin-1 读过/)
    assert.deepEqual(
      book.toc.map(({ title }) => title),
      ['第一章 甲'],
    )
    assert.match(await warningsOf(`${sample}锟斤拷锟斤拷${sample}`), /2 处“锟斤拷”一类的乱码/)
    assert.match(await warningsOf(`${'???，??????。'.repeat(30)}他`), /大半是问号/)
    const broken = sample.replaceAll('\n', '').replace(/.{30}/g, '$&\n')
    assert.match(await warningsOf(broken.repeat(3)), /已接成段落/)
    assert.doesNotMatch(await warningsOf(sample), /乱码|问号|段落|标记/)
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

  test('the chapters of Markdown are shown, merged, added and left out before the import', async () => {
    const bytes = Buffer.from(
      '---\r\ntitle: 山城\r\n---\r\n# 上卷\r\n\r\n## 一\r\n他走了。\r\n\r\n旧事\r\n\r\n他回来了。\r\n\r\n二\r\n--\r\n完。',
    )
    const preview = (choice: Partial<TextChoice> = {}, sought = '') =>
      previewChapters({ name: 'a.md', bytes, choice: { ...noTextChoice, ...choice }, sought })
    const titles = (choice: Partial<TextChoice>) => preview(choice).chapters.map(({ title }) => title)
    assert.deepEqual(
      preview().chapters.map(({ line, title, isVolume }) => [line, title, isVolume]),
      [
        [3, '上卷', true],
        [5, '一', false],
        [12, '二', false],
      ],
    )
    assert.deepEqual(preview({}, '旧').lines, [{ line: 8, text: '旧事' }])
    const choice = { ...noTextChoice, added: [8], merged: [12] }
    assert.deepEqual(titles(choice), ['上卷', '一', '旧事'])
    assert.deepEqual(titles({ style: 'none' }), [''])
    const { book } = await readImport('a.md', bytes, choice)
    assert.deepEqual(
      book?.toc.map(({ title }) => title),
      ['上卷', '一', '旧事'],
    )
    assert.match(book?.documents.at(-1)?.xhtml ?? '', /他回来了。[^]*<h2>二<\/h2>[^]*完。/)
  })

  test('the same file always becomes the same bytes', async () => {
    const [one, two] = [await converted('a.txt', Buffer.from(sample)), await converted('a.txt', Buffer.from(sample))]
    assert.deepEqual(writeEpub(one.book), writeEpub(two.book))
  })
})
