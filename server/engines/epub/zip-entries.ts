import { isUtf8 } from 'node:buffer'
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { decodeName, guessNameEncoding } from './guess-name-encoding.ts'

/** The maximum number of files in an archive, far above the number of files of real books. */
export const maxEntries = 25_000

export interface NamedEntry {
  name: string
  entry: Entry
}

const namesAreUtf8 = 0x800
/** The id of the extra field in which some programs write the name of a file in UTF-8. */
const unicodeName = 0x7075

/**
 * Returns the files of an archive with their names, in the order in which the directory of the archive lists them. The
 * archive must be opened with `decodeStrings: false`. Throws the errors of the zip library.
 *
 * Names are in UTF-8 if the archive says so. Names without a statement are in UTF-8 if all of them can be. Otherwise
 * they are in GBK, which Chinese programs for Windows write, or in CP437, the encoding of the zip format itself,
 * whichever gives the more plausible names. A single short name in GBK can be valid in UTF-8 by chance.
 */
export async function listEntries(zip: ZipFile): Promise<NamedEntry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const unnamed = entries.filter((entry) => !hasUnicodeName(entry)).map(({ fileNameRaw }) => fileNameRaw)
  const encoding = unnamed.every((name) => isUtf8(name)) ? 'utf-8' : guessNameEncoding(unnamed)
  return entries.map((entry) => ({ name: nameOf(entry, encoding), entry }))
}

function hasUnicodeName({ generalPurposeBitFlag, extraFields }: Entry): boolean {
  return (generalPurposeBitFlag & namesAreUtf8) !== 0 || extraFields.some(({ id }) => id === unicodeName)
}

function nameOf(entry: Entry, encoding: 'utf-8' | 'gbk' | 'cp437'): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  if (encoding !== 'utf-8' && !hasUnicodeName(entry)) return decodeName(fileNameRaw, encoding).replaceAll('\\', '/')
  return getFileNameLowLevel(generalPurposeBitFlag | namesAreUtf8, fileNameRaw, extraFields, false)
}
