/**
 * Merges the forms of two editors. A field that only one editor changed takes that editor's value; for a field that
 * both changed, this editor's value stays, and the field is reported with the other value.
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

function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b)
}
