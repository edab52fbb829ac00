/** A picture or height table of the whole world: rows from the north-west, at equal steps of longitude and latitude. */
export interface Grid<Values extends Uint8Array | Uint16Array = Uint8Array | Uint16Array> {
  values: Values
  width: number
  height: number
  channels: number
}

export function gridOf<Values extends Uint8Array | Uint16Array>(
  values: Values,
  width: number,
  height: number,
  channels: number,
): Grid<Values> {
  return { values, width, height, channels }
}

/**
 * Two neighbouring indexes of a grid along one axis, and the position between them (`share`, from 0 to 1) for
 * interpolation.
 */
interface Between {
  low: number
  high: number
  share: number
}

/**
 * Returns the two grid indexes around a position `at`, which is from 0 to 1 along the axis. Longitude (`isRound`) wraps
 * around at the ends; latitude does not.
 */
export function between(at: number, size: number, isRound: boolean): Between {
  const exact = at * size - 0.5
  const low = Math.floor(exact)
  const share = exact - low
  if (isRound) return { low: (low + size) % size, high: (low + 1) % size, share }
  const held = (index: number) => Math.max(0, Math.min(size - 1, index))
  return { low: held(low), high: held(low + 1), share }
}

/** Returns the value of a grid at a position, interpolated from the four values around it. */
export function sample({ values, width, channels }: Grid, x: Between, y: Between, channel = 0): number {
  const value = (row: number, column: number) => values[(row * width + column) * channels + channel] as number
  const north = value(y.low, x.low) * (1 - x.share) + value(y.low, x.high) * x.share
  const south = value(y.high, x.low) * (1 - x.share) + value(y.high, x.high) * x.share
  return north * (1 - y.share) + south * y.share
}
