import * as z from 'zod/mini'

/** Input fields of every list: the cursor of the page, and the page size. */
export const paging = {
  cursor: z.optional(z.string().check(z.maxLength(500, '页码不对，请从第一页开始'))),
  limit: z._default(z.int().check(z.minimum(1, '至少 1 条'), z.maximum(50, '一次最多 50 条')), 20),
}

/** Returns the output schema of a list. `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({ list: z.array(item), nextCursor: z.nullable(z.string()), total: z.int() })
}
