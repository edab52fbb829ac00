import * as z from 'zod/mini'

/**
 * Returns a copy of a schema with a description, which is one or more English sentences. The OpenAPI document has the
 * description; the check of data is unchanged.
 */
export function described<T extends z.ZodMiniType>(description: string, schema: T): T {
  const copy = schema.clone(schema.def, { parent: true }) as T
  z.globalRegistry.add(copy, { description })
  return copy
}
