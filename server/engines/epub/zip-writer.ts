import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  data: Uint8Array
  /**
   * Whether the file is stored uncompressed in the zip archive. EPUB requires this for the file `mimetype`, so that the
   * first bytes of the archive identify the format.
   */
  isStored?: boolean
}

/**
 * The time stamp of every file in the zip archive, 1 January 1980, so that the output does not depend on the current
 * time.
 */
const date = 0x21
const namesAreUtf8 = 0x800

/** Returns a zip file whose bytes depend only on its contents. The zip file must be smaller than 4 GB. */
export function writeZip(parts: ZipPart[]): Buffer {
  const chunks: Uint8Array[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, isStored = false } of parts) {
    const packed = isStored ? data : deflateRawSync(data, { level: 9 })
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(namesAreUtf8, 2)
    header.writeUInt16LE(isStored ? 0 : 8, 4)
    header.writeUInt16LE(date, 8)
    header.writeUInt32LE(crc32(data), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(data.length, 18)
    const bytes = Buffer.from(name)
    header.writeUInt16LE(bytes.length, 22)
    chunks.push(signature(0x04034b50), header, bytes, packed)
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), header, placeOf(offset), bytes)
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

/**
 * Returns the fields that follow the common header in an entry of the zip directory: empty comment, disk and
 * attributes, and the offset of the entry.
 */
function placeOf(offset: number) {
  const bytes = Buffer.alloc(14)
  bytes.writeUInt32LE(offset, 10)
  return bytes
}
