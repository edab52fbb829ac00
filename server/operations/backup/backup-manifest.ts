import * as z from 'zod/mini'

/** The format of the archives that this program writes; a program refuses archives of a later format. */
export const archiveFormat = 1
/** The name of the last entry of an archive. An archive without it was not written to its end. */
export const manifestName = 'manifest.json'

/**
 * The rows of one table in an archive. `bytes` and `sha256` are the length and the hash of the rows in the text format
 * of PostgreSQL's COPY.
 */
const TableCopy = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
})
export type TableCopy = z.output<typeof TableCopy>

/** Describes a backup: which site and program wrote it, when, and the number and the hashes of its rows and files. */
export const BackupManifest = z.object({
  format: z.int(),
  createTime: z.string(),
  siteName: z.string(),
  publicUrl: z.string(),
  /** The version in `package.json` of the program that wrote the backup. */
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), oldestProgram: z.int() })),
  tables: z.array(TableCopy),
  /** The last value of each sequence that has been used. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The stored files; the hash covers their keys, sizes and contents in the order of the archive. */
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
})
export type BackupManifest = z.output<typeof BackupManifest>

/** An error of a backup or a restore that the operator can fix; the message is a Chinese sentence. */
export class BackupError extends Error {}

/** Parses the last entry of an archive. Throws a BackupError if it is not a manifest that this program understands. */
export function parseManifest(bytes: Buffer): BackupManifest {
  const parsed = z.safeParse(BackupManifest, parseJson(bytes))
  if (!parsed.success) throw new BackupError('备份的清单（manifest.json）读不懂，这不是知图的备份，或已损坏。')
  if (parsed.data.format > archiveFormat)
    throw new BackupError(`备份是更新的版本（${parsed.data.version}）写的，请用那个版本恢复。`)
  return parsed.data
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
