/** A further name of a person or place with its kind. */
interface KindOfName<K extends string> {
  name: string
  kind: K
}

type ByKind<K extends string> = { readonly [kind in K]?: string[] | undefined }

/** Returns the further names that an entry of the catalogue gives by kind, one kind after the other. */
export function listFurtherNames<K extends string>(kinds: readonly K[], names: ByKind<K> = {}): KindOfName<K>[] {
  return kinds.flatMap((kind) => (names[kind] ?? []).map((name) => ({ name, kind })))
}

/**
 * Returns the fields with which an entry of an exported catalogue gives further names: `byKind` where the order of the
 * kinds tells the order of the names, and the list `namesInOrder` where kinds are mixed.
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
