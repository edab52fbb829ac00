import { createHash } from 'node:crypto'
import { fail } from '#shared/api/failure.ts'

/** Names a state of what editors edit: the same as long as it reads the same, in whatever order its fields come. */
export function versionOf(draft: unknown): string {
  return createHash('sha256').update(JSON.stringify(draft, inOrder)).digest('base64url').slice(0, 22)
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Of two editors who began with the same state the second is refused: he would undo what the first did without having seen it. */
export function requireVersion(draft: unknown, seen: string, what: string) {
  if (versionOf(draft) !== seen)
    fail('conflict', `${what}刚刚被改过。先看看改了什么，再决定要不要这样做`, { fields: { version: '改过了' } })
}
