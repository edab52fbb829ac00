/** Returns whether an error is a violation of this constraint or unique index. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
