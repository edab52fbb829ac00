/** An entry of the table of contents with its position in the tree of all entries. */
export interface ContentsRow {
  /** Index of the entry in the book's contents. */
  at: number
  label: string
  depth: number
  /** Indexes of the entries that contain this one, the outermost first. */
  ancestors: number[]
  hasChildren: boolean
}

/** Number of entries above which the branches of the table of contents fold. */
const foldLimit = 60
/** Number of entries above which the table of contents has a field for searching. */
export const searchLimit = 20

/** Returns the entries of a table of contents with their ancestors. Depths may skip a level. */
export function contentsRows(contents: readonly { label: string; depth: number }[]): ContentsRow[] {
  const path: number[] = []
  return contents.map(({ label, depth }, at) => {
    while (path.length > 0 && (contents[path.at(-1) ?? 0]?.depth ?? 0) >= depth) path.pop()
    const ancestors = [...path]
    path.push(at)
    return { at, label, depth, ancestors, hasChildren: (contents[at + 1]?.depth ?? 0) > depth }
  })
}

export function isFolding(rows: readonly ContentsRow[]): boolean {
  return rows.length > foldLimit && rows.some(({ hasChildren }) => hasChildren)
}

/**
 * Returns whether a branch of the table of contents is open: if the user has opened or closed it (then `toggled`
 * contains it), as the user left it, otherwise if it contains the current chapter.
 */
export function isOpen(at: number, current: ContentsRow | undefined, toggled: ReadonlyMap<number, boolean>): boolean {
  return toggled.get(at) ?? current?.ancestors.includes(at) ?? false
}

/** Returns the entries that are not in a closed branch. */
export function visibleRows(
  rows: readonly ContentsRow[],
  current: ContentsRow | undefined,
  toggled: ReadonlyMap<number, boolean>,
): readonly ContentsRow[] {
  if (!isFolding(rows)) return rows
  return rows.filter(({ ancestors }) => ancestors.every((at) => isOpen(at, current, toggled)))
}
