import { resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { basemap, type TileSetFacts, type TileSetName } from '#shared/basemap.ts'

const directory = resolve(import.meta.dirname, '../../../basemap')

/** A set of map tiles in an MBTiles file, which counts the rows of tiles from the south. */
export class TileSet {
  readonly facts: TileSetFacts
  #name: TileSetName
  #select: StatementSync | undefined

  constructor(name: TileSetName) {
    this.#name = name
    this.facts = basemap[name]
  }

  find(z: number, x: number, y: number): Uint8Array | undefined {
    // The file with the map tiles is opened on first use, so that starting the server does not wait for it.
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
