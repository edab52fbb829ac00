import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TileSetName } from '#shared/basemap.ts'
import { buildBase, buildBorder } from './build-vector.ts'
import { buildPictures } from './raster-tiles.ts'
import { writeGazetteer } from './write-gazetteer.ts'
import { fetchSources } from './source-packages.ts'
import type { TileFileFacts } from './tile-file.ts'

const folder = resolve(import.meta.dirname, '..')
const manifestFile = resolve(folder, '../shared/basemap.json')
const wanted = process.argv.slice(2)
const isWanted = (set: TileSetName) => wanted.length === 0 || wanted.includes(set)
const pathOf = (set: TileSetName) => resolve(folder, `${set}.mbtiles`)

try {
  const sources = fetchSources()
  if (isWanted('base')) note('base', buildBase(pathOf('base'), sources))
  if (isWanted('base')) console.log(`地名表：${writeGazetteer()} 处`)
  if (isWanted('border')) note('border', buildBorder(pathOf('border')))
  for (const set of ['relief', 'satellite'] as const)
    if (isWanted(set)) note(set, await buildPictures(set, pathOf(set), sources))
} catch (error) {
  // An error message in Chinese explains a setup problem to the person who runs the build; any other error is a bug and
  // is printed with its stack trace.
  const isForReaders = error instanceof Error && /[\u4e00-\u9fff]/.test(error.message)
  console.error(isForReaders ? error.message : error)
  process.exitCode = 1
}

/**
 * Writes the version of a set of map tiles into the manifest, so that the URLs of the tiles change when the tiles
 * change.
 */
function note(set: TileSetName, { version, bytes }: TileFileFacts) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  manifest[set].version = version
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
  console.log(`${set}：${(bytes / 1e6).toFixed(1)} MB，版本 ${version}`)
}
