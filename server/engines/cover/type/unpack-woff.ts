import { inflateSync } from 'node:zlib'

/** Sizes in bytes of the header and of an entry of the table directory, in the formats WOFF 1.0 and OpenType. */
const sizes = { woff: { header: 44, entry: 20 }, openType: { header: 12, entry: 16 } }

/**
 * Converts a font of the format WOFF 1.0 to OpenType, whose tables are not compressed. The library fontkit reads WOFF
 * too, but decompresses the table of all glyphs again for each glyph that it reads. Throws if a table is damaged; the
 * signature of the font is not checked.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(sizes.openType.header + count * sizes.openType.entry)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const parts: Buffer[] = [directory]
  let end = directory.length
  for (let index = 0; index < count; index++) {
    const { tag, checksum, table } = readTable(woff, sizes.woff.header + index * sizes.woff.entry)
    const at = sizes.openType.header + index * sizes.openType.entry
    tag.copy(directory, at)
    directory.writeUInt32BE(checksum, at + 4)
    directory.writeUInt32BE(end, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    // Every table begins at a multiple of four bytes.
    const padding = Buffer.alloc(-table.length & 3)
    parts.push(table, padding)
    end += table.length + padding.length
  }
  return Buffer.concat(parts)
}

function readTable(woff: Buffer, at: number) {
  const offset = woff.readUInt32BE(at + 4)
  const storedLength = woff.readUInt32BE(at + 8)
  const length = woff.readUInt32BE(at + 12)
  const stored = woff.subarray(offset, offset + storedLength)
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    table: storedLength < length ? inflateSync(stored) : stored,
  }
}
