/** A further name of a person or place with its kind. */
interface KindOfName<K extends string> {
  name: string
  kind: K
}

type ByKind<K extends string> = { readonly [kind in K]?: string[] | undefined }

/** Returns the further names of a catalogue entry, which lists them by kind, as one list: one kind after the other. */
export function listFurtherNames<K extends string>(kinds: readonly K[], names: ByKind<K> = {}): KindOfName<K>[] {
  return kinds.flatMap((kind) => (names[kind] ?? []).map((name) => ({ name, kind })))
}

/**
 * Returns the fields with which an entry of an exported catalogue gives further names: `byKind` if the names are
 * ordered by their kinds, and otherwise the list `namesInOrder`.
 */
export function exportFurtherNames<K extends string>(
  kinds: readonly K[],
  names: KindOfName<K>[],
): { byKind: ByKind<K>; namesInOrder: KindOfName<K>[] } {
  const byKind: Partial<Record<K, string[]>> = {}
  for (const { name, kind } of names) byKind[kind] = [...(byKind[kind] ?? []), name]
  const isMixed = listFurtherNames(kinds, byKind).some(({ name }, at) => name !== names[at]?.name)
  return isMixed ? { byKind: {}, namesInOrder: names } : { byKind, namesInOrder: [] }
}
