const undos: (() => Promise<unknown>)[] = []

/** To be undone at the end of the run, the last first, also when the run is cut short. */
export function atEnd(undo: () => Promise<unknown>) {
  undos.push(undo)
}

export async function cleanUp() {
  for (const undo of undos.splice(0).toReversed()) await undo().catch((error: unknown) => console.error(error))
}
