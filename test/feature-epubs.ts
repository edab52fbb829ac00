import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { writeZip } from '#server/engines/epub/zip-writer.ts'
import { plainPicture } from './plain-picture.ts'
import sharp from 'sharp'

const identifier = 'urn:uuid:3f0d1a2e-0000-4000-8000-00000000000a'
const fontFile = 'node_modules/@fontsource/noto-serif-sc/files/noto-serif-sc-cyrillic-400-normal.woff2'
const container =
  '<container><rootfiles><rootfile full-path="EPUB/a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'

interface Feature {
  title: string
  body: string
  head?: string
  /** Attributes of the `html` element. */
  root?: string
}

/**
 * The documents of a book with every feature of EPUB that the reader supports. Elements that the tests look for have an
 * id.
 */
const features: Feature[] = [
  {
    title: '样式甲',
    head: '<link rel="stylesheet" href="a.css"/><style>#own { letter-spacing: 5px }</style>',
    root: ' xml:lang="en" class="root"',
    body: `<p class="x" id="sheet">甲</p><p id="own">乙</p><p id="attribute" style="letter-spacing: 7px">丙</p>
<p id="hidden" hidden="hidden">丁</p><p id="epub">戊</p><p id="quote">己</p><p id="imported">庚</p><p dir="rtl" id="rtl">辛</p>
<img id="data" src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=" alt=""/><img id="steps" src="../../../../EPUB/p.png" alt=""/>
<img id="avif" src="p.avif" alt=""/><img id="webp" src="p.webp" alt=""/><img id="foreign" src="p.xyz" alt=""/><img id="unlisted" src="unlisted.png" alt=""/>
<img id="composed" src="caf%C3%A9.png" alt=""/>`,
  },
  {
    title: '样式乙',
    head: '<link rel="stylesheet" href="b.css"/>',
    root: ' dir="rtl"',
    body: `<p class="x" id="sheet">壬</p><table id="wide"><tr>${'<td>一二三四五六七八九十</td>'.repeat(20)}</tr></table>`,
  },
  {
    title: '图形',
    body: `<svg id="inline" viewBox="0 0 100 100" width="100" height="100"><defs><ellipse id="e" rx="5" ry="5"/></defs><style>#styled { opacity: 0.5 }</style>
<use id="used" href="#e" transform="translate(50 50)"/><rect id="styled" width="20" height="10" transform="scale(2)"/>
<foreignObject width="50" height="20"><p xmlns="http://www.w3.org/1999/xhtml" id="inside">内</p></foreignObject></svg>
<img id="file" src="d.svg" alt=""/><object id="object" data="d.svg" type="image/svg+xml">无</object>`,
  },
  {
    title: '算式',
    body: `<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi id="over">a</mi><mi id="under">b</mi></mfrac><mfenced id="fenced"><mi>x</mi><mi>y</mi></mfenced></math>`,
  },
  {
    title: '字体',
    head: `<style>@font-face { font-family: one; src: url(one.woff2) } @font-face { font-family: two; src: url(two.woff2) }</style>`,
    body: '<h2 style="font-family: one">Ж</h2><h2 style="font-family: two">Ж</h2>',
  },
  {
    title: '声音',
    body: '<audio id="audio" src="s.wav" autoplay="autoplay"></audio><audio id="outside" src="http://outside.test/s.mp3"><span id="instead">无</span></audio>',
  },
  {
    title: '注释',
    root: ' xmlns:epub="http://www.idpf.org/2007/ops"',
    body: `<p>甲<a epub:type="noteref" id="typed" href="#n1">1</a>，乙<sup><a id="old" href="#n2">[2]</a></sup>，丙<a role="doc-noteref" id="far" href="7.xhtml#n3">3</a>，见<a id="other" href="7.xhtml">尾注</a>。</p>
<p><a id="n2" href="#old">[2]</a> 旧书的注释。</p>
<aside epub:type="footnote" id="n1"><p>有<b onclick="window.shouted = true">类型</b>的注释，见<a id="inner" href="7.xhtml">尾注</a>。<a role="doc-backlink" href="#typed">↩</a></p></aside>
<p><img id="picture" src="p.png" alt="一幅画"/></p><p>字<img id="character" src="p.png" alt="字" style="height: 1em"/></p>
<p><a href="7.xhtml"><img id="linked" src="p.png" alt="通往尾注"/></a></p>`,
  },
  {
    title: '尾注',
    root: ' xmlns:epub="http://www.idpf.org/2007/ops"',
    body: '<section epub:type="endnotes"><ol><li id="n3">别处的注释。</li></ol></section>',
  },
]

function documentOf({ title, body, head = '', root = '' }: Feature): string {
  return `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"${root}><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`
}

/**
 * Returns a font in the two forms of font obfuscation that occur in EPUB files: that of the standard and that of Adobe.
 */
function disguise(font: Buffer) {
  const mask = (key: Buffer, length: number) =>
    Buffer.from(font.map((byte, at) => (at < length ? byte ^ (key[at % key.length] ?? 0) : byte)))
  return {
    one: mask(createHash('sha1').update(identifier).digest(), 1040),
    two: mask(Buffer.from(identifier.slice(9).replaceAll('-', ''), 'hex'), 1024),
  }
}

const encryption = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">${[
  ['http://www.idpf.org/2008/embedding', 'one'],
  ['http://ns.adobe.com/pdf/enc#RC', 'two'],
]
  .map(
    ([algorithm, name]) =>
      `<EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="EPUB/${name}.woff2"/></CipherData></EncryptedData>`,
  )
  .join('')}</encryption>`

/**
 * The sections in reading order: the documents, a bitmap picture, an SVG picture, a file with a fallback, and once more
 * the first document.
 */
const spine = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'png', 'svg', 'odd', 'd0']
const others: [string, string, string][] = [
  ['png', 'p.png', 'image/png'],
  ['svg', 'd.svg', 'image/svg+xml'],
  ['avif', 'p.avif', 'image/avif'],
  ['webp', 'p.webp', 'image/webp'],
  ['odd', 'odd.bin', 'application/x-odd" fallback="d1'],
  ['xyz', 'p.xyz', 'image/x-xyz" fallback="png'],
  ['accent', 'caf%C3%A9.png', 'image/png'],
  ['a', 'a.css', 'text/css'],
  ['b', 'b.css', 'text/css'],
  ['c', 'c.css', 'text/css'],
  ['one', 'one.woff2', 'font/woff2'],
  ['two', 'two.woff2', 'font/woff2'],
  ['wav', 's.wav', 'audio/wav'],
]

function packageOf(direction: string): string {
  const documents = features.map((_, at) => `<item id="d${at}" href="${at}.xhtml" media-type="application/xhtml+xml"/>`)
  return `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="i">${identifier}</dc:identifier><dc:title>万象</dc:title><dc:language>zh</dc:language></metadata><manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${documents.join('')}
${others.map(([id, href, type]) => `<item id="${id}" href="${href}" media-type="${type}"/>`).join('')}</manifest>
<spine page-progression-direction="${direction}">${spine.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`
}

function navigation(): string {
  const links = features.map(({ title }, at) => `<li><a href="${at}.xhtml">${title}</a></li>`)
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>${links.join('')}
<li hidden="hidden"><a href="p.png"><img src="p.png" alt="画页"/></a></li><li><a href="d.svg">图页</a></li></ol></nav></body></html>`
}

/** Returns a WAV file that contains no sound and has a duration of zero. */
function silence(): Buffer {
  const wav = Buffer.alloc(44)
  wav.write('RIFF$\0\0\0WAVEfmt ', 0, 'latin1')
  for (const [at, value] of [
    [16, 16],
    [20, 65_537],
    [24, 8000],
    [28, 8000],
    [32, 524_289],
  ] as const)
    wav.writeUInt32LE(value, at)
  wav.write('data', 36, 'latin1')
  return wav
}

/** Returns an EPUB 3 in which all features occur, with the given direction of its pages. */
export async function featureEpub(direction: 'ltr' | 'rtl' = 'ltr'): Promise<Buffer> {
  const png = await plainPicture(40, 60)
  const { one, two } = disguise(await readFile(fontFile))
  const files: Record<string, string | Buffer> = {
    'META-INF/container.xml': container,
    'META-INF/encryption.xml': encryption,
    'EPUB/a.opf': packageOf(direction),
    'EPUB/nav.xhtml': navigation(),
    'EPUB/a.css': `@import url("c.css"); .x { letter-spacing: 3px } .root p { margin-left: 11px } #epub { -epub-text-emphasis-style: sesame }
#quote::before { content: "\\2014\\4e2d" }`,
    'EPUB/b.css': '.x { letter-spacing: 9px }',
    'EPUB/c.css': '#imported { letter-spacing: 13px }',
    'EPUB/d.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30" viewBox="0 0 30 30"><circle cx="15" cy="15" r="10"/><text y="20">图中字</text></svg>',
    'EPUB/odd.bin': 'odd',
    'EPUB/p.xyz': 'xyz',
    'EPUB/p.png': png,
    'EPUB/unlisted.png': png,
    // The manifest spells the name of this file in the composed form of Unicode (NFC), the archive in the decomposed
    // form (NFD).
    'EPUB/cafe\u0301.png': png,
    'EPUB/p.webp': await plainPicture(40, 60, 'webp'),
    'EPUB/p.avif': await sharp(png).avif({ effort: 0 }).toBuffer(),
    'EPUB/one.woff2': one,
    'EPUB/two.woff2': two,
    'EPUB/s.wav': silence(),
    ...Object.fromEntries(features.map((feature, at) => [`EPUB/${at}.xhtml`, documentOf(feature)])),
  }
  return writeZip([
    { name: 'mimetype', data: Buffer.from('application/epub+zip'), isStored: true },
    ...Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data as string) })),
  ])
}
