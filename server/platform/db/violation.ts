/** Returns whether a database error means that the given constraint or unique index was violated. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}

/**
 * Returns the column of a foreign key that a write has violated, and whether the row that it refers to is missing; if
 * not, a row was to be deleted that others refer to. Returns undefined for other errors.
 */
export function violatedForeignKey(error: unknown): { column: string; isMissing: boolean } | undefined {
  const { code, constraint, table, detail } = (error ?? {}) as Record<string, unknown>
  if (code !== '23503' || typeof constraint !== 'string') return undefined
  const column = constraint.slice(`${String(table)}_`.length).replace(/_fkey\d*$/, '')
  // In every language of PostgreSQL, the detail begins with the key that is missing, or with the key of the row that
  // others refer to.
  return { column, isMissing: String(detail).includes(`(${column})=`) }
}
