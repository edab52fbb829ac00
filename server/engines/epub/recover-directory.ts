import { maxEntries } from './zip-entries.ts'

const headerLength = 30
/** The length that a header with its name and extra fields has at most; longer ones are taken for damage. */
const maxHeaderLength = 2048
const localHeader = Buffer.from('PK\x03\x04', 'latin1')
const descriptor = Buffer.from('PK\x07\x08', 'latin1')
/** The flag of files whose sizes and checksum follow their data in a descriptor. */
const hasDescriptor = 0x8
const end = Buffer.from('PK\x05\x06', 'latin1')

interface Sizes {
  crc: number
  packed: number
  unpacked: number
}

/**
 * Returns a zip directory for an archive whose own directory is damaged or missing, made from the headers in front of
 * the files. The archive followed by this directory is a valid archive of all complete files. If the archive is cut off
 * in the middle of a page, the page is included, because its beginning can be read; any other incomplete file is left
 * out. Returns undefined if there is no file. Takes linear time.
 */
export function recoverDirectory(bytes: Buffer): Buffer | undefined {
  const records: Buffer[] = []
  let at = bytes.indexOf(localHeader)
  while (at >= 0 && at + headerLength <= bytes.length && records.length <= maxEntries) {
    const dataStart = at + headerLength + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    const isHeader = dataStart - at <= maxHeaderLength && dataStart <= bytes.length
    const sizes = isHeader ? readSizes(bytes, at, dataStart) : undefined
    if (sizes !== undefined) records.push(directoryRecord(bytes, at, sizes))
    at = bytes.indexOf(localHeader, isHeader ? dataStart + (sizes?.packed ?? 0) : at + localHeader.length)
  }
  return records.length === 0 ? undefined : Buffer.concat([...records, endOf(records, bytes.length)])
}

/**
 * Returns the sizes and checksum of the file whose header is at `at`; undefined if the file is not complete, unless it
 * is a page at the end of the archive.
 */
function readSizes(bytes: Buffer, at: number, dataStart: number): Sizes | undefined {
  const isDescribed = (bytes.readUInt16LE(at + 6) & hasDescriptor) !== 0
  const found = isDescribed ? findDescriptor(bytes, dataStart) : sizesAt(bytes, at + 14)
  if (found !== undefined && dataStart + found.packed <= bytes.length) return found
  const name = bytes.toString('latin1', at + headerLength, at + headerLength + bytes.readUInt16LE(at + 26))
  const isLast = /\.x?html?$/i.test(name) && bytes.indexOf(localHeader, dataStart) < 0
  const packed = bytes.length - dataStart
  const isStored = bytes.readUInt16LE(at + 8) === 0
  const unpacked = isStored ? packed : (found?.unpacked ?? packed * usualRatio)
  return isLast && packed > 0 ? { crc: 0, packed, unpacked } : undefined
}

/** The assumed ratio of the size of a page to its packed size, for a page whose size is unknown. */
const usualRatio = 3

/** Finds the descriptor after the data of a file: it states as the packed size its own distance from the data. */
function findDescriptor(bytes: Buffer, dataStart: number): Sizes | undefined {
  const next = bytes.indexOf(localHeader, dataStart)
  const region = bytes.subarray(dataStart, next < 0 ? bytes.length : next)
  for (
    let at = region.indexOf(descriptor);
    at >= 0 && at + 16 <= region.length;
    at = region.indexOf(descriptor, at + 4)
  )
    if (region.readUInt32LE(at + 8) === at) return sizesAt(region, at + 4)
  return undefined
}

function sizesAt(bytes: Buffer, at: number): Sizes {
  return {
    crc: bytes.readUInt32LE(at),
    packed: bytes.readUInt32LE(at + 4),
    unpacked: bytes.readUInt32LE(at + 8),
  }
}

function directoryRecord(bytes: Buffer, at: number, { crc, packed, unpacked }: Sizes): Buffer {
  const name = bytes.subarray(at + headerLength, at + headerLength + bytes.readUInt16LE(at + 26))
  const record = Buffer.alloc(46)
  record.write('PK\x01\x02', 'latin1')
  // The version, the flags, the method and the time are copied from the header in front of the file, where they have
  // the same form.
  bytes.copy(record, 6, at + 4, at + 14)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(packed, 20)
  record.writeUInt32LE(unpacked, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt32LE(at, 42)
  return Buffer.concat([record, name])
}

function endOf(records: Buffer[], start: number): Buffer {
  const record = Buffer.alloc(22)
  end.copy(record)
  record.writeUInt16LE(records.length, 8)
  record.writeUInt16LE(records.length, 10)
  record.writeUInt32LE(
    records.reduce((length, each) => length + each.length, 0),
    12,
  )
  record.writeUInt32LE(start, 16)
  return record
}
