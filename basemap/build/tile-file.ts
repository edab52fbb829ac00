import { createHash } from 'node:crypto'
import { renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

export interface TileFileFacts {
  /**
   * Hash of the map tiles in the file. It does not cover the file's other bytes, because they also depend on the
   * version of SQLite that wrote it.
   */
  version: string
  bytes: number
}

/** Writes map tiles into a SQLite file in the MBTiles format, which counts tile rows from the south. */
export class TileFile {
  #path: string
  #db: DatabaseSync
  #insert: StatementSync
  #hash = createHash('sha256')

  constructor(path: string, metadata: Record<string, string>) {
    this.#path = path
    // The MBTiles file is written under a temporary name and renamed when complete, so that other processes never read
    // a partial file.
    rmSync(`${path}.tmp`, { force: true })
    this.#db = new DatabaseSync(`${path}.tmp`)
    // Small SQLite pages waste the least space, because most map tiles have only a few hundred bytes.
    this.#db.exec(`
      pragma page_size = 1024; pragma journal_mode = off; pragma synchronous = off;
      create table metadata (name text, value text);
      create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
      begin`)
    this.#insert = this.#db.prepare('insert into tiles values (?, ?, ?, ?)')
    const describe = this.#db.prepare('insert into metadata values (?, ?)')
    for (const [name, value] of Object.entries(metadata)) describe.run(name, value)
  }

  add(z: number, x: number, y: number, tile: Uint8Array) {
    this.#insert.run(z, x, 2 ** z - 1 - y, tile)
    this.#hash.update(`${z}/${x}/${y} ${tile.length} `).update(tile)
  }

  finish(): TileFileFacts {
    this.#db.exec('commit; create unique index tile_index on tiles (zoom_level, tile_column, tile_row); vacuum')
    this.#db.close()
    renameSync(`${this.#path}.tmp`, this.#path)
    return { version: this.#hash.digest('hex').slice(0, 12), bytes: statSync(this.#path).size }
  }
}
