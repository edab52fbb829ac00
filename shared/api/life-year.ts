import * as z from 'zod/mini'

/** The year of a birth or death, negative before the common era; `circa` is true where sources say 约. */
export const LifeYear = z.strictObject({ year: z.int(), circa: z.boolean() })
