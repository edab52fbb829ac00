import * as z from 'zod/mini'

/** A year as editors enter it; years before the common era are negative. */
export const Year = z.int('须为整数').check(z.minimum(-5000, '太早了'), z.maximum(2100, '太晚了'))

/** The year of a birth or death, negative before the common era; `circa` is true where sources say 约. */
export const LifeYear = z.strictObject({ year: z.int(), circa: z.boolean() })
