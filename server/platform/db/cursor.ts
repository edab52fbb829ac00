import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'

/**
 * Encodes a cursor: the position in a sorted list where a page of results ended, given as the values that the list is
 * sorted by. Cursors are opaque to clients.
 */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * Decodes a cursor, the position in a sorted list where a page of results ended. Fails as `invalid` when the cursor
 * does not hold values of the expected types.
 */
export function decodeCursor<T extends z.ZodMiniType>(cursor: string, values: T): z.output<T> {
  try {
    return z.parse(values, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return fail('invalid', '这个页码不对，请从第一页开始', { fields: { cursor: '页码不对' } })
  }
}

/**
 * The zod schema of a time within a list cursor (the position where a page of results ended). It admits only times that
 * PostgreSQL can parse.
 */
export const CursorTime = z.iso.datetime().check(z.refine((value) => value > '1900' && value < '9000'))

/**
 * The zod schema of a name within a list cursor (the position where a page of results ended). It refuses the character
 * NUL, which PostgreSQL cannot store.
 */
export const CursorName = z.string().check(z.refine((value) => !value.includes('\0')))
