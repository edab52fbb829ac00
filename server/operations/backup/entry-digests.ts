import { createHash, type Hash } from 'node:crypto'
import type { BackupManifest, TableCopy } from './backup-manifest.ts'

/**
 * Prefixes of the names of entries in an archive: `filePrefix` comes before the storage key of a file, and `rowPrefix`
 * before the name of a table, whose rows are stored in numbered pieces.
 */
export const filePrefix = 'files/'
const rowPrefix = 'rows/'

export function nameOfPiece(table: string, number: number): string {
  return `${rowPrefix}${table}/${String(number).padStart(6, '0')}`
}

/** Returns the table whose rows an entry of an archive holds, or undefined for other entries. */
export function tableOfPiece(entry: string): string | undefined {
  return entry.startsWith(rowPrefix) ? entry.slice(rowPrefix.length, entry.lastIndexOf('/')) : undefined
}

/** Counts and hashes the entries of an archive, while it is written and again while it is read. */
export class EntryDigests {
  readonly #tables = new Map<string, { rows: number; bytes: number; hash: Hash }>()
  readonly #fileHash = createHash('sha256')
  #files = 0
  #fileBytes = 0

  /**
   * Adds a piece of the rows of a table. Rows are counted by their newlines: each row ends in one, and values contain
   * none.
   */
  addRows(table: string, piece: Buffer) {
    const counted = this.#tables.get(table) ?? { rows: 0, bytes: 0, hash: createHash('sha256') }
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) counted.rows += 1
    counted.bytes += piece.length
    counted.hash.update(piece)
    this.#tables.set(table, counted)
  }

  addFile(key: string, bytes: Buffer) {
    this.#files += 1
    this.#fileBytes += bytes.length
    this.#fileHash.update(`${key}\n${bytes.length}\n`).update(bytes)
  }

  /** Returns the counts and hashes of these tables. A table of which no rows were added is empty. */
  tables(tables: Pick<TableCopy, 'name' | 'columns'>[]): TableCopy[] {
    return tables.map(({ name, columns }) => {
      const { rows, bytes, hash } = this.#tables.get(name) ?? { rows: 0, bytes: 0, hash: createHash('sha256') }
      return { name, columns, rows, bytes, sha256: hash.copy().digest('hex') }
    })
  }

  files(): BackupManifest['files'] {
    return { count: this.#files, bytes: this.#fileBytes, sha256: this.#fileHash.copy().digest('hex') }
  }
}
