import { metresOf } from './elevation.ts'

type Stop = readonly [metres: number, colour: string]

/**
 * Colours for each height in metres, as in a printed atlas but paler, so that the books marked on the map stand out.
 */
const land: Stop[] = [
  [-200, '#cad3b6'],
  [0, '#d1d8bb'],
  [150, '#dadec2'],
  [400, '#e4e3c7'],
  [900, '#ebe0c3'],
  [1600, '#e8d6b6'],
  [2600, '#ddc7a6'],
  [3700, '#d8c4a8'],
  [4700, '#e0d4c3'],
  [5600, '#eee8e0'],
  [7000, '#fffdf9'],
]
const sea: Stop[] = [
  [-10_000, '#7ba8bf'],
  [-7000, '#88b3c8'],
  [-5500, '#95bed0'],
  [-4000, '#a3c9d8'],
  [-2500, '#b1d2df'],
  [-1000, '#bfdce5'],
  [-200, '#cee5ec'],
  [0, '#d8ebf0'],
]

/**
 * Lookup tables of the relief colours: red, green and blue for each sixteenth of a grey level of the elevation picture.
 */
export const landTints = tints(land)
export const seaTints = tints(sea)

function tints(stops: Stop[]): Uint8Array {
  const table = new Uint8Array(4096 * 3)
  for (let step = 0; step < 4096; step++) table.set(colourAt(stops, metresOf(step / 16)), step * 3)
  return table
}

function colourAt(stops: Stop[], metres: number): number[] {
  const upper = stops.findIndex(([height]) => height >= metres)
  const [high, low] = [stops.at(upper) as Stop, stops[Math.max(0, upper - 1)] as Stop]
  const share = upper <= 0 ? 0 : (metres - low[0]) / (high[0] - low[0])
  const [from, to] = upper === 0 ? [high, high] : [upper < 0 ? high : low, high]
  return channels(from[1]).map((value, index) => value + ((channels(to[1])[index] ?? 0) - value) * share)
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
