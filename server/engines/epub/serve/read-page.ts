import { Failure } from '#shared/api/failure.ts'
import { decodeMarkup } from './decode-markup.ts'
import type { EpubArchive } from './epub-archive.ts'

/** A page of a book: one of its XHTML documents or SVG images. */
interface Page {
  text: string
  /** Whether the page is complete. If the page is cut off or damaged, the text is only its beginning. */
  isWhole: boolean
  /** Whether the page has the checksum that the archive states. */
  isIntact: boolean
}

const maxTextBytes = 12 * 1024 * 1024

/**
 * Reads a page of a book. If its file cannot be unpacked to the end, returns the beginning in front of the damage.
 * Returns undefined if there is no such file. Throws the failures of `EpubArchive.read`, for a damaged file only if it
 * has no readable beginning.
 */
export async function readPage(
  archive: EpubArchive,
  path: string,
  warn?: (problem: string) => void,
): Promise<Page | undefined> {
  try {
    const bytes = await archive.read(path, maxTextBytes)
    if (bytes === undefined) return undefined
    const isIntact = archive.isIntact(path, bytes)
    const isWhole = isIntact || /<\/(html|body|svg)\s*>/i.test(bytes.toString('latin1'))
    return { text: isWhole ? decodeMarkup(bytes, warn) : decodeBeginning(bytes), isWhole, isIntact }
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'broken') throw error
    const text = decodeBeginning(await archive.readBeginning(path, maxTextBytes))
    if (!/<body[\s>][^]*>[^<]*[^<\s]/i.test(text)) throw error
    return { text, isWhole: false, isIntact: false }
  }
}

/**
 * Decodes the beginning of a page. It may end inside a character, and random bytes may precede the damage, so a page in
 * UTF-8 ends before the first bytes that are invalid.
 */
function decodeBeginning(bytes: Buffer): string {
  const valid = bytes.subarray(0, validLength(bytes))
  return decodeMarkup(valid.some((byte) => byte >= 0x80) || valid.length > bytes.length - 4 ? valid : bytes)
}

/** Returns the number of bytes in front of the first that are no valid UTF-8. */
function validLength(bytes: Buffer): number {
  const text = bytes.toString()
  const invalid = text.indexOf('\ufffd')
  return invalid < 0 ? bytes.length : Buffer.byteLength(text.slice(0, invalid))
}
