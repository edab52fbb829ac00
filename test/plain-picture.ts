import sharp from 'sharp'
import { crc32, deflateSync } from 'node:zlib'

/** Returns a picture that is filled with one colour. */
export function plainPicture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' = 'png',
  background = '#fa8c16',
) {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** Returns a PNG of a few kilobytes that decompresses to a huge white square with the given width in pixels. */
export function pictureBomb(width: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(width, 4)
  size.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * width), { level: 1 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', rows),
    chunk('IEND'),
  ])
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)) {
  const typeAndData = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(typeAndData), 4)
  return Buffer.concat([ends.subarray(0, 4), typeAndData, ends.subarray(4)])
}
