/**
 * Merges two versions of a form that two editors changed at the same time. A field that only one of them changed gets
 * that editor's value. A field that both changed keeps the value of the editor who uses this form, and is reported with
 * the value of the other editor.
 */
export function mergeForms<F extends object>(base: F, mine: F, theirs: F) {
  const merged = { ...mine }
  const [changed, contested]: [(keyof F)[], (keyof F)[]] = [[], []]
  for (const field of Object.keys(theirs) as (keyof F)[]) {
    if (isSame(base[field], theirs[field]) || isSame(mine[field], theirs[field])) continue
    if (isSame(base[field], mine[field])) {
      merged[field] = theirs[field]
      changed.push(field)
    } else contested.push(field)
  }
  return { merged, changed, contested }
}

/** Returns whether two values of form fields have the same content. */
export function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b)
}
