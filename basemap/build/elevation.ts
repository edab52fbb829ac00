import { resolve } from 'node:path'
import sharp from 'sharp'
import { type Grid, gridOf } from './grid.ts'

/**
 * Size of the world elevation picture at its finest level: the number of tiles in each direction, and the pixels of a
 * tile.
 */
const columns = 16
const rows = 8
const tileSize = 675
const width = columns * tileSize
const height = rows * tileSize

/**
 * Pairs of a grey level of the elevation picture and its height in metres. They were measured at known summits, plains
 * and ocean depths, because the contrast of the picture is stretched and no formula is known.
 */
const knownHeights = [
  ...([
    [0, -10_900],
    [10, -8200],
    [20, -6200],
    [26, -5300],
    [35, -4300],
    [45, -3200],
    [60, -1500],
    [72, -220],
  ] as const),
  ...([
    [84, -40],
    [96, 0],
    [104, 20],
    [112, 60],
    [125, 140],
    [140, 300],
    [150, 450],
    [165, 800],
    [178, 1150],
  ] as const),
  ...([
    [188, 1600],
    [193, 1900],
    [198, 2260],
    [207, 2950],
    [214, 3600],
    [223, 4400],
    [231, 5000],
    [240, 6500],
  ] as const),
  [255, 8848] as const,
]

/**
 * Reads the heights of land and sea floor of the whole world from the elevation picture. The unit is 1/256 of a grey
 * level, so that smoothing can produce intermediate values.
 */
export async function readElevation(folder: string): Promise<Grid<Uint16Array>> {
  const mosaic = new Uint8Array(width * height)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [folderName, fileName] = [row, column].map((index) => String(index).padStart(6, '0'))
      const file = resolve(folder, `${folderName}/${folderName}_${fileName}.jpg`)
      const pixels = await sharp(file).greyscale().raw().toBuffer()
      for (let y = 0; y < tileSize; y++)
        mosaic.set(pixels.subarray(y * tileSize, (y + 1) * tileSize), (row * tileSize + y) * width + column * tileSize)
    }
  }
  return gridOf(smoothed(mosaic), width, height, 1)
}

/**
 * Smooths the visible steps between neighbouring heights: the elevation picture has only 256 grey levels, and its JPEG
 * compression adds blocks.
 */
function smoothed(mosaic: Uint8Array): Uint16Array {
  const [far, near, here] = [15, 61, 104]
  const across = new Uint16Array(mosaic.length)
  const at = (line: number, x: number) => mosaic[line + ((x + width) % width)] ?? 0
  for (let line = 0; line < mosaic.length; line += width)
    for (let x = 0; x < width; x++)
      across[line + x] =
        far * (at(line, x - 2) + at(line, x + 2)) + near * (at(line, x - 1) + at(line, x + 1)) + here * at(line, x)
  const result = new Uint16Array(mosaic.length)
  const lineOf = (y: number) => Math.max(0, Math.min(height - 1, y)) * width
  for (let y = 0; y < height; y++) {
    const [a, b, c, d, e] = [-2, -1, 0, 1, 2].map((step) => lineOf(y + step)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    for (let x = 0; x < width; x++) {
      const [outer, inner] = [(across[a + x] ?? 0) + (across[e + x] ?? 0), (across[b + x] ?? 0) + (across[d + x] ?? 0)]
      result[y * width + x] = (far * outer + near * inner + here * (across[c + x] ?? 0)) / 256
    }
  }
  return result
}

/** Converts a grey level of the elevation picture to a height in metres. */
export function metresOf(grey: number): number {
  const upper = Math.max(
    1,
    knownHeights.findIndex(([known]) => known >= grey),
  )
  const [[lowGrey, low], [highGrey, high]] = [knownHeights[upper - 1], knownHeights[upper]] as [
    readonly [number, number],
    readonly [number, number],
  ]
  return low + ((high - low) * (grey - lowGrey)) / (highGrey - lowGrey)
}
