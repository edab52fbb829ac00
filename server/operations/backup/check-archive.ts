import { isDeepStrictEqual } from 'node:util'
import { type ArchiveFile, readArchive } from './archive-stream.ts'
import { BackupError, type BackupManifest, manifestName, parseManifest } from './backup-manifest.ts'
import { EntryDigests, filePrefix, tableOfPiece } from './entry-digests.ts'
import { storedPrefixes } from './stored-prefixes.ts'
import { isStorageKey } from '#server/platform/storage/storage.ts'

/**
 * Reads a whole archive and compares its rows and files with the counts and hashes of its manifest. Returns the
 * manifest. Throws a BackupError if the archive is incomplete or damaged, or holds what no backup of a site holds.
 */
export async function checkArchive(archive: ArchiveFile): Promise<BackupManifest> {
  const digests = new EntryDigests()
  let manifest: BackupManifest | undefined
  for await (const { name, bytes } of readArchive(archive)) {
    if (manifest !== undefined) throw new BackupError('备份的清单之后还有内容，文件被改动过。')
    const table = tableOfPiece(name)
    if (table !== undefined) digests.addRows(table, bytes)
    else if (name.startsWith(filePrefix)) digests.addFile(requireStoredKey(name.slice(filePrefix.length)), bytes)
    else if (name === manifestName) manifest = parseManifest(bytes)
    else throw new BackupError(`备份里有不认识的条目 ${name}，这不是知图的备份。`)
  }
  if (manifest === undefined) throw new BackupError('备份不完整：没有清单（manifest.json），写到一半就断了。')
  compareDigests(manifest, digests)
  return manifest
}

/** Returns the key of a file of an archive. Throws a BackupError if no backup holds such a file. */
function requireStoredKey(key: string): string {
  if (isStorageKey(key) && storedPrefixes.some((prefix) => key.startsWith(prefix))) return key
  throw new BackupError(`备份里有不属于站点的文件 ${key}，这份备份被改动过。`)
}

/** Throws a BackupError that names what differs from the manifest. */
export function compareDigests({ tables, files }: Pick<BackupManifest, 'tables' | 'files'>, digests: EntryDigests) {
  const found = digests.tables(tables)
  const damaged = tables.filter((table, index) => !isDeepStrictEqual(table, found[index])).map(({ name }) => name)
  if (damaged.length > 0) throw new BackupError(`备份与它的清单不符：表 ${damaged.join('、')} 的行数或校验值不同。`)
  if (!isDeepStrictEqual(files, digests.files())) throw new BackupError('备份与它的清单不符：文件的个数或校验值不同。')
}
