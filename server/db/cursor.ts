import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'

/** Where a page ended, opaque to the caller: the values its rows are ordered by. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Those values again; fails as `invalid` on anything this site did not hand out for such a list. */
export function decodeCursor<T extends z.ZodMiniType>(cursor: string, values: T): z.output<T> {
  try {
    return z.parse(values, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return fail('invalid', '这个页码不对，请从第一页开始', { fields: { cursor: '页码不对' } })
  }
}

/** A time in a cursor: one that PostgreSQL can read. */
export const CursorTime = z.iso.datetime().check(z.refine((value) => value > '1900' && value < '9000'))
