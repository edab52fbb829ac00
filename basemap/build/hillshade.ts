import { type Grid, gridOf } from './grid.ts'

/**
 * The directions (azimuth in degrees) from which the relief is lit, each with its share of the light: mainly the
 * north-west, as on printed maps, and partly the west and the north.
 */
const lights = [
  { azimuth: 315, share: 0.6 },
  { azimuth: 270, share: 0.22 },
  { azimuth: 0, share: 0.18 },
].map(({ azimuth, share }) => {
  const angle = (azimuth * Math.PI) / 180
  return { east: Math.sin(angle), north: Math.cos(angle), share }
})
/**
 * Slope that the hillshading assumes when two neighbouring heights differ by one unit (1/256 of a grey level);
 * `seaSoftness` makes slopes of the sea floor gentler.
 */
const steepness = 0.105 / 256
const seaSoftness = 0.55
const seaLevel = 90 * 256
const slope = Math.SQRT1_2

/** Returns the brightness of each grid position when a low sun shines on the relief; level ground has 128. */
export function hillshade({ values, width, height }: Grid<Uint16Array>): Grid<Uint8Array> {
  const shade = new Uint8Array(values.length).fill(128)
  const at = (index: number) => values[index] as number
  for (let y = 1; y < height - 1; y++) {
    // Towards the poles a step of longitude is shorter, so the same difference in height is steeper.
    const narrowing = Math.max(0.15, Math.cos((0.5 - (y + 0.5) / height) * Math.PI))
    for (let x = 0; x < width; x++) {
      const here = y * width + x
      const [west, east] = [y * width + ((x + width - 1) % width), y * width + ((x + 1) % width)]
      const rise = at(here) < seaLevel ? steepness * seaSoftness : steepness
      const eastward = ((at(east) - at(west)) / narrowing) * rise
      const northward = (at(here - width) - at(here + width)) * rise
      shade[here] = Math.min(255, lightOn(eastward, northward) * 128)
    }
  }
  return gridOf(shade, width, height, 1)
}

function lightOn(eastward: number, northward: number) {
  const length = 1 / Math.sqrt(1 + eastward * eastward + northward * northward)
  let light = 0
  for (const { east, north, share } of lights)
    light += share * Math.max(0, (slope - (eastward * east + northward * north) * slope) * length)
  return light / slope
}
