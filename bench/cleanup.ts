const undos: (() => Promise<unknown>)[] = []

/**
 * Registers a cleanup function for the end of the run, also after an interruption. The last registered one runs
 * first.
 */
export function atEnd(undo: () => Promise<unknown>) {
  undos.push(undo)
}

export async function cleanUp() {
  for (const undo of undos.splice(0).toReversed()) await undo().catch((error: unknown) => console.error(error))
}
