import * as z from 'zod/mini'

/**
 * Returns a copy of a schema with a description, which is one or more English sentences. The description appears in the
 * OpenAPI document only; the copy accepts the same data as the original.
 */
export function described<T extends z.ZodMiniType>(description: string, schema: T): T {
  const copy = schema.clone(schema.def, { parent: true }) as T
  z.globalRegistry.add(copy, { description })
  return copy
}
