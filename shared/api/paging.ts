import * as z from 'zod/mini'
import { described } from './described.ts'

/**
 * Input fields that every list call accepts: the cursor that marks where the requested page starts, and the page size.
 */
export const paging = {
  cursor: described(
    'The `nextCursor` of the page before; left out for the first page.',
    z.optional(z.string().check(z.maxLength(500, '页码不对，请从第一页开始'))),
  ),
  limit: described(
    'The number of entries of a page.',
    z._default(z.int().check(z.minimum(1, '至少 1 条'), z.maximum(50, '一次最多 50 条')), 20),
  ),
}

/** Returns the output schema of an API call that returns a list page by page. `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({
    list: z.array(item),
    nextCursor: described('The cursor of the next page; null on the last page.', z.nullable(z.string())),
    total: z.int(),
  })
}

/** Returns the output schema of an API call that returns a list page by page, in both directions. */
export function numberedPageOf<T extends z.ZodMiniType>(item: T) {
  return z.extend(pageOf(item), {
    prevCursor: described(
      'The cursor of the page before; null on the first page, and if the list can only be read forwards.',
      z.nullable(z.string()),
    ),
    page: described('The number of this page, from 1; null if it is not known.', z.nullable(z.int())),
  })
}
