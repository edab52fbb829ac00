import { resolve } from 'node:path'
import sharp from 'sharp'
import { landTints, seaTints } from './colour-ramp.ts'
import { readElevation } from './elevation.ts'
import { type between, type Grid, gridOf, sample } from './grid.ts'
import { hillshade } from './hillshade.ts'
import type { Sources } from './source-packages.ts'

type Between = ReturnType<typeof between>

/** Draws the pixels of a map picture from grids of data, such as heights and land cover. */
export interface Painter {
  grids: Grid[]
  /**
   * Writes red, green and blue of one pixel at index `at` of `pixels`. `x` and `y` give the position in each of the
   * grids (longitude and latitude); `land` is the share of the pixel that is land, from 0 to 1.
   */
  paint(x: Between[], y: Between[], land: number, pixels: Uint8Array, at: number): void
}

/** Returns a painter for the relief map: colours by height, mixed with land cover and hillshading. */
export async function reliefPainter(sources: Sources): Promise<Painter> {
  const elevation = await readElevation(sources.elevation)
  const shade = hillshade(elevation)
  const cover = await readLandCover(sources.landCover)
  return {
    grids: [elevation, shade, cover],
    paint([ex, sx, cx], [ey, sy, cy], land, pixels, at) {
      const tint = tintAt(elevation, ex as Between, ey as Between)
      const light = (sample(shade, sx as Between, sy as Between) - 128) / 128
      const grown = [0, 1, 2].map((channel) => sample(cover, cx as Between, cy as Between, channel))
      const grey = grown.reduce((sum, value) => sum + value, 0) / 3
      for (let channel = 0; channel < 3; channel++) {
        const faded = Math.min(255, (grown[channel] as number) * 0.6 + grey * 0.4 + 30)
        const ground = lit((landTints[tint + channel] as number) * 0.68 + faded * 0.32, light, 0.48, 0.42)
        const water = lit(seaTints[tint + channel] as number, light, 0.2, 0.14)
        pixels[at + channel] = ground * land + water * (1 - land)
      }
    },
  }
}

const deepSea = [14, 38, 72]

/**
 * Returns a painter for the satellite map: satellite land cover with hillshading, and a dark sea with faint floor
 * relief.
 */
export async function satellitePainter(sources: Sources): Promise<Painter> {
  const elevation = await readElevation(sources.elevation)
  const shade = hillshade(elevation)
  const { data, info } = await sharp(sources.blueMarble).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const marble = gridOf(data, info.width, info.height, 3)
  return {
    grids: [elevation, shade, marble],
    paint([ex, sx, mx], [ey, sy, my], land, pixels, at) {
      const tint = tintAt(elevation, ex as Between, ey as Between)
      const light = (sample(shade, sx as Between, sy as Between) - 128) / 128
      for (let channel = 0; channel < 3; channel++) {
        const seen = Math.min(255, sample(marble, mx as Between, my as Between, channel) * 1.18 + 6)
        const floor = (deepSea[channel] as number) + Math.max(0, ((seaTints[tint + channel] as number) - 120) * 0.42)
        pixels[at + channel] = lit(seen, light, 0.5, 0.22) * land + lit(floor, light, 0.35, 0.07) * (1 - land)
      }
    },
  }
}

/** Returns the index of the colour for the height at a position, in the lookup tables of the relief colours. */
function tintAt(elevation: Grid, x: Between, y: Between) {
  return Math.min(4095, sample(elevation, x, y) >> 4) * 3
}

function lit(value: number, light: number, darkest: number, lightest: number) {
  return light < 0 ? value * (1 + light * darkest) : value + (255 - value) * light * lightest
}

/**
 * Reads the Natural Earth II picture of land cover (forest, desert, ice …), which its package stores as eight by four
 * tiles counted from the south.
 */
async function readLandCover(folder: string): Promise<Grid<Uint8Array>> {
  const size = 256
  const [width, height] = [8 * size, 4 * size]
  const values = new Uint8Array(width * height * 3)
  for (let x = 0; x < 8; x++) {
    for (let y = 0; y < 4; y++) {
      const tile = await sharp(resolve(folder, `${x}/${y}.jpg`))
        .removeAlpha()
        .raw()
        .toBuffer()
      for (let row = 0; row < size; row++)
        values.set(tile.subarray(row * size * 3, (row + 1) * size * 3), (((3 - y) * size + row) * width + x * size) * 3)
    }
  }
  return gridOf(values, width, height, 3)
}
