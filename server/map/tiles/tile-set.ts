import { resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { basemap, type TileSetFacts, type TileSetName } from '#shared/basemap.ts'

const directory = resolve(import.meta.dirname, '../../../basemap')

/** The tiles of one set, in a file whose rows count from the south as MBTiles has it. */
export class TileSet {
  readonly facts: TileSetFacts
  #name: TileSetName
  #select: StatementSync | undefined

  constructor(name: TileSetName) {
    this.#name = name
    this.facts = basemap[name]
  }

  find(z: number, x: number, y: number): Uint8Array | undefined {
    // Opened by the first who asks, so that the start waits for none of the files.
    this.#select ??= this.#open()
    const row = this.#select.get(z, x, 2 ** z - 1 - y)
    return row?.tile_data as Uint8Array | undefined
  }

  #open(): StatementSync {
    return new DatabaseSync(resolve(directory, `${this.#name}.mbtiles`), { readOnly: true }).prepare(
      'select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?',
    )
  }
}
