import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import { describe, test } from 'node:test'
import { draftEpub, opf, page } from '../../../../test/draft-epubs.ts'
import { featureEpub } from '../../../../test/feature-epubs.ts'
import { refusal } from '../../../../test/refused-import.ts'
import { readImport } from '#server/engines/epub/convert/read-import.ts'
import { writePlainText } from '#server/engines/epub/convert/write-plain-text.ts'
import { readBookEntry } from '#server/engines/epub/serve/book-entry.ts'
import { EpubArchive } from '#server/engines/epub/serve/epub-archive.ts'
import { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'
import { decodeName, guessNameEncoding } from '#server/engines/epub/guess-name-encoding.ts'
import { openZip } from '#server/engines/epub/zip-reader.ts'
import { Failure } from '#shared/api/failure.ts'

const local = 'PK\u0003\u0004'
const central = 'PK\u0001\u0002'
const other = /\.(png|webp|avif|svg|woff2|css|wav)$/

interface Part {
  name: string
  /** The positions in the archive where the header of a file begins, where its data begin, and where they end. */
  header: number
  start: number
  end: number
}

function partsOf(zip: Buffer): Part[] {
  const parts: Part[] = []
  for (let at = zip.indexOf(central); at >= 0; at = zip.indexOf(central, at + 46)) {
    const header = zip.readUInt32LE(at + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString()
    parts.push({ name, header, start, end: start + zip.readUInt32LE(at + 20) })
  }
  return parts
}

/** Returns a generator of pseudorandom numbers from 0 to below 1, whose sequence is the same in every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Damage = (zip: Buffer, part: Part, random: () => number) => Buffer

const damages: Record<string, Damage> = {
  'a flipped bit': (zip, { start, end }, random) => {
    const at = start + Math.floor(random() * (end - start))
    zip.writeUInt8(zip.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
    return zip
  },
  zeros: (zip, { start, end }, random) => zip.fill(0, start + Math.floor((random() * (end - start)) / 2), end),
  'a damaged header': (zip, { header }, random) => zip.fill(0xff, header, header + 4 + Math.floor(random() * 22)),
  'a wrong checksum': (zip, { name, header }) => {
    const record = zip.lastIndexOf(name) - 46
    for (const at of [header + 14, record + 16]) zip.writeUInt32LE((zip.readUInt32LE(at) ^ 1) >>> 0, at)
    return zip
  },
  'missing bytes': (zip, { start, end }, random) => {
    const at = start + Math.floor(random() * (end - start))
    return Buffer.concat([zip.subarray(0, at), zip.subarray(Math.min(end, at + 5))])
  },
}

/** Imports the book, and returns its warnings, or the message of the refusal. */
async function verdict(bytes: Buffer): Promise<{ isOpen: boolean; words: string }> {
  try {
    return { isOpen: true, words: (await readImport('a.epub', bytes)).warnings.join() }
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return { isOpen: false, words: error.message }
  }
}

async function damageAll(kind: Damage, isChosen: (part: Part) => boolean) {
  const whole = await featureEpub()
  const usual = (await verdict(whole)).words
  const random = seeded(18)
  const results = []
  for (const part of partsOf(whole).filter((each) => isChosen(each) && each.end > each.start)) {
    const result = await verdict(kind(Buffer.from(whole), part, random))
    results.push({ ...result, name: part.name, isSilent: result.words === usual })
  }
  return results
}

describe('books with seeded damage', () => {
  for (const [name, kind] of Object.entries(damages)) {
    test(`${name} in a picture, font or style does not prevent the book from opening, and is reported`, async (t) => {
      const results = await damageAll(kind, ({ name }) => other.test(name) && !name.includes('unlisted'))
      const open = results.filter(({ isOpen }) => isOpen).length
      t.diagnostic(`${open} of ${results.length} open`)
      assert.ok(results.length >= 10)
      assert.deepEqual(
        results.filter(({ isOpen, isSilent }) => !isOpen || isSilent),
        [],
      )
    })

    test(`${name} in a text is reported clearly`, async (t) => {
      const results = await damageAll(kind, (part) => /\/\d\.xhtml$/.test(part.name))
      t.diagnostic(`${results.filter(({ isOpen }) => isOpen).length} of ${results.length} open`)
      const isClear = (words: string) => /正文有损坏|不在包中|压缩包/.test(words)
      assert.deepEqual(
        results.filter(({ words }) => !isClear(words)),
        [],
      )
    })
  }
})

describe('archives without a directory', () => {
  const directoryOf = (zip: Buffer) => zip.indexOf(central)

  test('a book cut off in its directory is read whole, from the storage as well', async () => {
    const whole = await featureEpub()
    for (const cut of [whole.subarray(0, directoryOf(whole)), whole.subarray(0, -5)]) {
      assert.match((await verdict(cut)).words, /已逐个找回文件/)
      const archive = await EpubArchive.open(cut.length, ({ start, end }) =>
        Readable.from([cut.subarray(start, end + 1)]),
      )
      assert.deepEqual([...archive.paths], (await openZip(whole)).names)
      const epub = await OpenedEpub.open(archive)
      const bytes = await archive.read('EPUB/p.png', 1_000_000)
      assert.ok(bytes && archive.isIntact('EPUB/p.png', bytes))
      assert.match(String((await readBookEntry(epub, 'EPUB/0.xhtml', '/'))?.body), /样式甲/)
    }
  })

  test('a book cut off after its text opens, and says that something may be missing', async () => {
    const zip = draftEpub({
      parts: {
        'OEBPS/content.opf': opf({ manifest: '<item id="p" href="p.bin" media-type="image/png"/>' }),
        'OEBPS/p.bin': Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at * 31) % 251)),
      },
    })
    const last = partsOf(zip).at(-1)
    const { isOpen, words } = await verdict(zip.subarray(0, last && last.start + 10))
    assert.ok(isOpen)
    assert.match(words, /压缩包的目录坏了.*清单里有文件不在包中/)
  })

  test('a page in whose middle the archive ends is shown up to there, with a note', async () => {
    const sentences = Array.from({ length: 3000 }, (_, at) => `<p>第 ${(at * 7919) % 3001} 句，山路弯弯。</p>`)
    for (const isStored of [false, true]) {
      const zip = draftEpub({ body: `<h1>山路</h1>${sentences.join('')}` })
      const page = partsOf(zip).find(({ name }) => name.endsWith('c1.xhtml'))
      assert.ok(page)
      let cut = zip.subarray(0, page.start + Math.floor((page.end - page.start) / 2))
      if (isStored) {
        const plain = inflateRawSync(zip.subarray(page.start, page.end))
        // The archive is cut off between the bytes of one character.
        const whole = plain.indexOf('弯', plain.length / 2)
        cut = Buffer.concat([zip.subarray(0, page.start), plain.subarray(0, whole + 1)])
        cut.writeUInt16LE(0, page.header + 8)
        cut.writeUInt32LE(plain.length, page.header + 18)
      }
      const { isOpen, words } = await verdict(cut)
      assert.ok(isOpen, words)
      assert.match(words, /有页面从中间断了，只显示前面读得出的部分/)
      const body = String((await readBookEntry(await OpenedEpub.fromBytes(cut), 'OEBPS/c1.xhtml', '/'))?.body)
      assert.ok(body.includes(sentences.slice(0, 1000).join('')))
      assert.ok(!body.includes(sentences.at(-1) ?? ''))
      assert.match(body, /后面的文字缺失。〕<\/p><\/body>/)
      assert.doesNotMatch(body, /\ufffd/)
      assert.match((await writePlainText(cut)).toString(), /山路弯弯。[^]*后面的文字缺失/)
    }
  })

  test('sizes that follow the data are found', async () => {
    const zip = draftEpub()
    const chunks = partsOf(zip).map(({ header, start, end }) => {
      const described = Buffer.from(zip.subarray(header, end))
      const sizes = Buffer.from(described.subarray(14, 26))
      described.writeUInt16LE(described.readUInt16LE(6) | 8, 6)
      described.fill(0, 14, 26)
      assert.equal(described.length, end - header)
      assert.ok(start > header)
      return Buffer.concat([described, Buffer.from('PK\u0007\u0008'), sizes])
    })
    const { isOpen, words } = await verdict(Buffer.concat(chunks))
    assert.ok(isOpen, words)
    assert.deepEqual((await openZip(Buffer.concat(chunks))).names, (await openZip(zip)).names)
  })

  test('a failure of the storage is not reported as damage', async () => {
    const failing = () =>
      new Readable({
        read() {
          this.destroy(new Error('no storage'))
        },
      })
    await assert.rejects(EpubArchive.open(1000, failing), { kind: 'unavailable' })
  })

  test('limits hold for files that are found by their headers', async () => {
    const cut = (zip: Buffer) => zip.subarray(0, directoryOf(zip))
    assert.match(await refusal('a.epub', cut(draftEpub({ parts: { x: Buffer.alloc(31 * 1024 * 1024) } }))), /炸弹/)
    assert.match(await refusal('a.epub', cut(draftEpub({ parts: { '../x': 'x' } }))), /路径/)
    const empty = Buffer.alloc(31, 'a')
    empty.fill(0, 4, 30).write(local, 'latin1')
    empty.writeUInt16LE(1, 26)
    assert.match(await refusal('a.epub', Buffer.alloc(31 * 25_001, empty)), /太多/)
  })

  test('headers without end are searched in linear time', async () => {
    const header = Buffer.alloc(30)
    header.write(local, 'latin1')
    header.writeUInt16LE(8, 6)
    header.writeUInt16LE(1800, 26)
    const bytes = Buffer.concat([Buffer.alloc(15_000_000, header), Buffer.alloc(15_000_000)])
    assert.match(await refusal('a.epub', bytes), /压缩包/)
  })
})

describe('names of files in other encodings', () => {
  /** Names in CP437 and in GBK, as hexadecimal numbers; each is plausible in one of the two. */
  const guesses: [string, string][] = [
    ['Capítulo 1.xhtml', '436170a174756c6f20312e7868746d6c'],
    ['crème brûlée.xhtml', '6372 8a6d6520 6272 966c8265 2e7868746d6c'],
    ['Über.xhtml', '9a6265722e7868746d6c'],
    ['東方.xhtml', '967cb7bd2e7868746d6c'],
    ['a圖.xhtml', '6188442e7868746d6c'],
    ['封面.jpg', 'b7e2c3e62e6a7067'],
  ]

  test('are read in CP437 if they are Latin words in it, and in GBK otherwise', () => {
    for (const [name, hex] of guesses) {
      const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
      assert.equal(decodeName(bytes, guessNameEncoding([bytes])), name)
    }
  })

  /** 一.xhtml and 第二.xhtml in GBK; the first is valid in UTF-8 by chance, as һ.xhtml. */
  const names: [string, string][] = [
    ['一', 'd2bb'],
    ['第二', 'b5dab6fe'],
  ]

  /**
   * Replaces placeholders in the file names of an archive by GBK bytes of the same length, and clears the flags which
   * say that the names are UTF-8.
   */
  function inGbk(zip: Buffer): Buffer {
    let hex = zip.toString('hex')
    for (const [name, bytes] of names) {
      const stand = Buffer.from(`q${name.length}`.padEnd(bytes.length / 2, 'q')).toString('hex')
      hex = hex.replaceAll(stand, bytes)
    }
    const changed = Buffer.from(hex, 'hex')
    for (const { header } of partsOf(zip)) changed.writeUInt16LE(0, header + 6)
    for (let at = changed.indexOf(central); at >= 0; at = changed.indexOf(central, at + 46))
      changed.writeUInt16LE(0, at + 8)
    return changed
  }

  const zip = inGbk(
    draftEpub({
      parts: {
        'OEBPS/c1.xhtml': null,
        'OEBPS/q1.xhtml': page('<p>甲</p>'),
        'OEBPS/q2qq.xhtml': page('<p>乙</p>'),
        'OEBPS/content.opf': opf({
          manifest: names
            .map(([name]) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
            .join(''),
          spine: names.map(([name]) => `<itemref idref="${name}"/>`).join(''),
        }).replace(/<item id="c1"[^>]*>/, ''),
      },
    }),
  )

  test('are read as GBK by the import and by the reader', async () => {
    const { countChapters, warnings } = await readImport('a.epub', zip)
    assert.equal(countChapters, 2)
    assert.doesNotMatch(warnings.join(), /不在包中/)
    const { archive } = await OpenedEpub.fromBytes(zip)
    assert.deepEqual([...archive.paths], (await openZip(zip)).names)
    assert.ok(archive.find('OEBPS/一.xhtml'))
    const bytes = await archive.read('OEBPS/第二.xhtml', 1_000_000)
    assert.equal(bytes && archive.isIntact('OEBPS/第二.xhtml', bytes), true)
  })
})
