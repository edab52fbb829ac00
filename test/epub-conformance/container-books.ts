import assert from 'node:assert/strict'
import { readImport } from '#server/engines/epub/convert/read-import.ts'
import { plainPicture } from '../plain-picture.ts'
import { requireDrawn } from './look.ts'
import { type ConformanceBook, container, epubOf, packageOf, rootfile, xhtml } from './requirement.ts'

const text = (words: string) => [{ href: 'a.xhtml', data: xhtml(`<h1>${words}</h1>`) }]

const twoPackages = () => {
  const other = packageOf('另一种版式', { items: [] })
  return epubOf('两种版式', {
    path: '内容/书 one.opf',
    container: container(
      rootfile('a.pdf', 'application/pdf') + rootfile('内容/书 one.opf') + rootfile('other.opf'),
      '<links><link href="x.xml" rel="mapping" media-type="text/xml"/></links><unknown xmlns="http://x.test/"/>',
    ),
    items: text('第一种版式'),
    files: {
      'other.opf': other,
      'a.pdf': 'pdf',
      'META-INF/manifest.xml': '<manifest><file path="nowhere.xhtml"/></manifest>',
      'META-INF/metadata.xml': '<unknown/>',
      'META-INF/rights.xml': '<rights/>',
      'META-INF/signatures.xml': '<signatures/>',
      'META-INF/own.settings': 'x',
    },
  })
}

async function paths() {
  const png = await plainPicture(40, 60)
  const body = `<h1>路径</h1><img id="root" src="/EPUB/p.png" alt=""/><img id="above" src="../../../../EPUB/p.png" alt=""/>
<img id="space" src="图%20一.png" alt=""/><img id="composed" src="caf%C3%A9.png" alt=""/><img id="odd" src="a%25b%23c%3Fd.png" alt=""/><img id="letters" src="BIG.png" alt=""/>`
  return epubOf('文件的路径', {
    items: [
      { href: 'a.xhtml', data: xhtml(body) },
      { href: 'p.png', type: 'image/png', data: png },
      { href: '图%20一.png', type: 'image/png', data: png },
      { href: 'a%25b%23c%3Fd.png', type: 'image/png', data: png },
      // The archive contains the first of these files under a name with other capitals (`big.PNG`), and the second
      // under a name in another Unicode normal form.
      { href: 'BIG.png', type: 'image/png', data: null },
      { href: 'caf%C3%A9.png', type: 'image/png', data: null },
    ],
    files: { 'EPUB/big.PNG': png, 'EPUB/cafe\u0301.png': png },
  })
}

function withZip64(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\u0005\u0006')
  const record = Buffer.alloc(56)
  record.write('PK\u0006\u0006', 'latin1')
  record.writeUInt32LE(44, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  const count = zip.readUInt16LE(end + 10)
  record.writeUInt32LE(count, 24)
  record.writeUInt32LE(count, 32)
  record.writeUInt32LE(zip.readUInt32LE(end + 12), 40)
  record.writeUInt32LE(zip.readUInt32LE(end + 16), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007', 'latin1')
  locator.writeUInt32LE(end, 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(zip.subarray(end))
  last.writeUInt16LE(0xffff, 8)
  last.writeUInt16LE(0xffff, 10)
  last.writeUInt32LE(0xffffffff, 12)
  last.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([zip.subarray(0, end), record, locator, last])
}

/**
 * Imports an archive after `change` has changed the headers of its files. Returns the warnings, or the error message if
 * the import refuses the archive.
 */
async function wordsAbout(change: (zip: Buffer, central: number, local: number) => void): Promise<string> {
  const zip = epubOf('压缩包', { items: text('正文') })
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 46))
    change(zip, at, zip.readUInt32LE(at + 42))
  return readImport('a.epub', zip).then(
    ({ warnings }) => warnings.join(),
    (error: Error) => error.message,
  )
}

export const containerBooks: ConformanceBook[] = [
  {
    title: '两种版式',
    epub: twoPackages,
    requirements: [
      {
        group: 'ocf',
        level: 'must',
        says: 'the package may have any path, and of several packages the first is used',
        check: (book) => {
          assert.equal(book.verdict.title, '两种版式')
          return book.glance('第一种版式', async () => undefined)
        },
      },
      {
        group: 'ocf',
        level: 'must',
        says: 'manifest.xml is not used and other files in META-INF do no harm',
        check: async (book) => {
          assert.deepEqual(book.verdict.warnings, [])
          assert.equal((await book.get('META-INF/own.settings')).status, 404)
        },
      },
      {
        group: 'ocf',
        level: 'should',
        says: 'a metadata.xml with an unknown root is ignored',
        check: (book) => assert.equal(book.verdict.title, '两种版式'),
      },
    ],
  },
  {
    title: '文件的路径',
    epub: paths,
    requirements: [
      {
        group: 'ocf',
        level: 'must',
        says: 'a slash and too many steps up lead to the root of the container',
        check: (book) =>
          book.glance('路径', async (frame) => {
            for (const id of ['root', 'above']) await requireDrawn(frame, id)
          }),
      },
      {
        group: 'ocf',
        level: 'must',
        says: 'percent-encoded references lead to files with any characters',
        check: (book) =>
          book.glance('路径', async (frame) => {
            for (const id of ['space', 'odd']) await requireDrawn(frame, id)
          }),
      },
      {
        group: 'ocf',
        level: 'should',
        says: 'files with names in other letters or in another Unicode form are found',
        check: (book) =>
          book.glance('路径', async (frame) => {
            for (const id of ['composed', 'letters']) await requireDrawn(frame, id)
          }),
      },
    ],
  },
  {
    title: '大压缩包',
    epub: () => withZip64(epubOf('大压缩包', { items: text('六十四位的目录') })),
    requirements: [
      {
        group: 'ocf',
        level: 'must',
        says: 'archives with ZIP64 extensions open',
        check: (book) => {
          assert.deepEqual(book.verdict.warnings, [])
          return book.glance('六十四位的目录', async () => undefined)
        },
      },
      {
        group: 'ocf',
        level: 'must',
        says: 'an archive that is split over several media is an error, of which the editor is told',
        check: async () => {
          const zip = epubOf('压缩包', { items: text('正文') })
          zip.writeUInt16LE(1, zip.lastIndexOf('PK\u0005\u0006') + 4)
          const { warnings } = await readImport('a.epub', zip)
          assert.match(warnings.join(), /压缩包的目录坏了/)
        },
      },
      {
        group: 'ocf',
        level: 'must',
        says: 'a compression other than Deflate is an error, of which the editor is told',
        check: async () =>
          assert.match(
            await wordsAbout((zip, central, local) => {
              if (zip.readUInt16LE(central + 10) !== 8) return
              zip.writeUInt16LE(12, central + 10)
              zip.writeUInt16LE(12, local + 8)
            }),
            /压缩方法不合 EPUB 的规定/,
          ),
      },
      {
        group: 'ocf',
        level: 'must',
        says: 'an encrypted archive is an error, of which the editor is told',
        check: async () =>
          assert.match(
            await wordsAbout((zip, central, local) => {
              if (zip.readUInt16LE(central + 10) !== 8) return
              zip.writeUInt16LE(0x801, central + 8)
              zip.writeUInt16LE(0x801, local + 6)
            }),
            /加了密/,
          ),
      },
      {
        group: 'ocf',
        level: 'must',
        says: 'a version of the zip format other than 1.0, 2.0 and 4.5 is an error, of which the editor is told',
        check: async () =>
          assert.match(
            await wordsAbout((zip, central, local) => {
              zip.writeUInt16LE(63, central + 6)
              zip.writeUInt16LE(63, local + 4)
            }),
            /压缩包的版本/,
          ),
      },
    ],
  },
  {
    title: '来源',
    epub: null,
    requirements: [
      {
        group: 'ocf',
        level: 'must',
        says: 'each book has an origin of its own for each user',
        reason: 'no script of a book runs, so there is nothing to keep apart',
      },
    ],
  },
]
