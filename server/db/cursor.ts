import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'

/**
 * Encodes the position where a page of a list ended: the values that the list is sorted by. Cursors are opaque to
 * clients.
 */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Decodes a cursor. Fails as `invalid` when it was not made for such a list. */
export function decodeCursor<T extends z.ZodMiniType>(cursor: string, values: T): z.output<T> {
  try {
    return z.parse(values, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return fail('invalid', '这个页码不对，请从第一页开始', { fields: { cursor: '页码不对' } })
  }
}

/** The schema of a time in a cursor that PostgreSQL can parse. */
export const CursorTime = z.iso.datetime().check(z.refine((value) => value > '1900' && value < '9000'))
