import { createHash } from 'node:crypto'
import { fail } from '#shared/api/failure.ts'

/**
 * Returns the version of an editor's draft of a book or other object: a hash that does not depend on the order of the
 * properties.
 */
export function versionOf(draft: unknown): string {
  return createHash('sha256').update(JSON.stringify(draft, sortFields)).digest('base64url').slice(0, 22)
}

function sortFields(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Fails as `conflict` when a book or other object has changed since the editor loaded it, because saving would
 * overwrite a change that the editor has not seen.
 */
export function requireVersion(draft: unknown, seen: string, what: string) {
  if (versionOf(draft) !== seen)
    fail('conflict', `${what}刚刚被改过。先看看改了什么，再决定要不要这样做`, { fields: { version: '改过了' } })
}
