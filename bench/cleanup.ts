const undos: (() => Promise<unknown>)[] = []

/**
 * Registers a cleanup function that runs when the benchmarks end or are interrupted. The last registered function runs
 * first.
 */
export function atEnd(undo: () => Promise<unknown>) {
  undos.push(undo)
}

export async function cleanUp() {
  for (const undo of undos.splice(0).toReversed()) await undo().catch((error: unknown) => console.error(error))
}
