import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { Frame } from 'playwright'
import { type ConformanceBook, epubOf, type ReadBook, xhtml } from './requirement.ts'

const fontFolder = 'node_modules/@fontsource/noto-serif-sc/files/noto-serif-sc-cyrillic-400-normal'
const identifier = 'urn:uuid:3f0d1a2e-0000-4000-8000-00000000000c'
/** Returns the TrueType font in a WOFF file. */
function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = head.length
  for (let at = 0; at < count; at += 1) {
    const entry = 44 + 20 * at
    const [start, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(start, start + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    woff.copy(head, 12 + 16 * at, entry, entry + 4)
    woff.copy(head, 12 + 16 * at + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, 12 + 16 * at + 8)
    head.writeUInt32BE(length, 12 + 16 * at + 12)
    const padded = Buffer.concat([table, Buffer.alloc((4 - (length % 4)) % 4)])
    tables.push(padded)
    offset += padded.length
  }
  return Buffer.concat([head, ...tables])
}

async function fonts() {
  const [woff, woff2] = await Promise.all([readFile(`${fontFolder}.woff`), readFile(`${fontFolder}.woff2`)])
  const key = createHash('sha1').update(identifier).digest()
  const disguised = Buffer.from(woff2.map((byte, at) => (at < 1040 ? byte ^ (key[at % 20] ?? 0) : byte)))
  const faces: [string, string, Buffer][] = [
    ['f.ttf', 'font/ttf', sfntOf(woff)],
    ['f.otf', 'application/vnd.ms-opentype', sfntOf(woff)],
    ['f.woff', 'font/woff', woff],
    ['f.woff2', 'font/woff2', woff2],
    ['hidden.woff2', 'font/woff2', disguised],
  ]
  const css = faces.map(([name]) => `@font-face { font-family: "${name}"; src: url(${name}) }`).join(' ')
  return epubOf('书里的字体', {
    items: [
      {
        href: 'a.xhtml',
        data: xhtml(`<h1>字体</h1>${faces.map(([name]) => `<p style="font-family: '${name}'">Ж</p>`).join('')}`, {
          head: `<style>${css}</style>`,
        }),
      },
      ...faces.map(([href, type, data]) => ({ href, type, data })),
    ],
    files: {
      'META-INF/encryption.xml':
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><enc:CipherData><enc:CipherReference URI="EPUB/hidden.woff2"/></enc:CipherData></enc:EncryptedData></encryption>',
    },
  })
}

/** Waits until a font of the book is loaded. A browser loads a font only when a text uses it. */
async function waitForFont(frame: Frame, name: string) {
  await frame.waitForFunction(
    (name) => [...document.fonts].some(({ family, status }) => family.includes(name) && status === 'loaded'),
    name,
  )
}

export const fontBooks: ConformanceBook[] = [
  {
    title: '书里的字体',
    epub: fonts,
    requirements: [
      ...(['TrueType', 'OpenType', 'WOFF', 'WOFF2'] as const).map((kind, at) => ({
        group: 'css' as const,
        level: 'must' as const,
        says: `${kind} fonts of the book are used as soon as it opens`,
        check: (book: ReadBook) =>
          book.glance('字体', (frame) => waitForFont(frame, ['f.ttf', 'f.otf', 'f.woff', 'f.woff2'][at] ?? '')),
      })),
      {
        group: 'ocf',
        level: 'must',
        says: 'disguised fonts are restored',
        check: (book) => book.glance('字体', (frame) => waitForFont(frame, 'hidden.woff2')),
      },
    ],
  },
]
