import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  data: Uint8Array
  /** As an EPUB's `mimetype` has to lie, so that its first bytes tell what it is. */
  isStored?: boolean
}

/** 1 January 1980: nothing of the moment gets into the bytes. */
const date = 0x21
const namesAreUtf8 = 0x800

/** A zip file in which nothing depends on when and where it was written; below 4 GB. */
export function writeZip(parts: ZipPart[]): Buffer {
  const chunks: Uint8Array[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, isStored = false } of parts) {
    const packed = isStored ? data : deflateRawSync(data, { level: 9 })
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(namesAreUtf8, 2)
    facts.writeUInt16LE(isStored ? 0 : 8, 4)
    facts.writeUInt16LE(date, 8)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(data.length, 18)
    const bytes = Buffer.from(name)
    facts.writeUInt16LE(bytes.length, 22)
    chunks.push(signature(0x04034b50), facts, bytes, packed)
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), facts, placeOf(offset), bytes)
    offset += 30 + bytes.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...chunks, listing, signature(0x06054b50), end])
}

function signature(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Comment, disk and attributes are none; then where the part begins. */
function placeOf(offset: number) {
  const bytes = Buffer.alloc(14)
  bytes.writeUInt32LE(offset, 10)
  return bytes
}
