import sharp from 'sharp'
import { type CoastMask, coastMask } from './coast-mask.ts'
import { between } from './grid.ts'
import { type Painter, reliefPainter, satellitePainter } from './ground-pictures.ts'
import type { Sources } from './source-packages.ts'
import { TileFile, type TileFileFacts } from './tile-file.ts'

const size = 512
const maxZoom = 4
/**
 * WebP quality of the map's picture tiles. Relief tiles have the lower quality, because every visitor downloads them
 * with the first view of the map.
 */
const quality = { relief: 62, satellite: 68 }

export async function buildPictures(
  set: 'relief' | 'satellite',
  path: string,
  sources: Sources,
): Promise<TileFileFacts> {
  const painter = await (set === 'relief' ? reliefPainter : satellitePainter)(sources)
  const mask = coastMask(size, maxZoom)
  const tiles = new Map<string, Uint8Array>()
  await drawTile(0, 0, 0)
  const file = new TileFile(path, { name: set, format: 'webp', minzoom: '0', maxzoom: String(maxZoom) })
  for (let z = 0; z <= maxZoom; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) file.add(z, x, y, tiles.get(`${z}/${x}/${y}`) as Uint8Array)
  return file.finish()

  /**
   * Returns one picture tile of the map. A tile of the finest zoom is drawn; each coarser tile is scaled down from the
   * four tiles below it.
   */
  async function drawTile(z: number, x: number, y: number): Promise<Uint8Array> {
    const pixels = new Uint8Array(size * size * 3)
    if (z === maxZoom) await paintTile(painter, mask, x, y, pixels)
    else
      for (const [right, down] of quarters)
        halve(await drawTile(z + 1, x * 2 + right, y * 2 + down), pixels, (down * size + right) * (size / 2) * 3)
    const picture = await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
      .webp({ quality: quality[set], effort: 5, smartSubsample: true })
      .toBuffer()
    tiles.set(`${z}/${x}/${y}`, picture)
    return pixels
  }
}

const quarters = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

async function paintTile(painter: Painter, mask: CoastMask, column: number, row: number, pixels: Uint8Array) {
  const land = await mask(maxZoom, column, row)
  const side = size * 2 ** maxZoom
  const xs = Array.from({ length: size }, (_, x) =>
    painter.grids.map(({ width }) => between((column * size + x + 0.5) / side, width, true)),
  )
  for (let y = 0; y < size; y++) {
    const north = latitudeAt((row * size + y + 0.5) / side)
    const ys = painter.grids.map(({ height }) => between(0.5 - north / Math.PI, height, false))
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      painter.paint(xs[x] ?? [], ys, (land[at] ?? 0) / 255, pixels, at * 3)
    }
  }
}

/** Returns the latitude in radians for a position on a Mercator map, from 0 at the top to 1 at the bottom. */
function latitudeAt(share: number) {
  return Math.atan(Math.sinh(Math.PI * (1 - 2 * share)))
}

/** Scales a tile down to half its width and height: each new pixel is the mean of four. */
function halve(from: Uint8Array, to: Uint8Array, start: number) {
  const line = size * 3
  for (let y = 0; y < size / 2; y++) {
    for (let x = 0; x < line / 2; x++) {
      const at = y * 2 * line + Math.floor(x / 3) * 6 + (x % 3)
      const sum = [at, at + 3, at + line, at + line + 3].reduce((total, index) => total + (from[index] as number), 0)
      to[start + y * line + x] = sum / 4
    }
  }
}
