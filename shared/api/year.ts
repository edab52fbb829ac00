import * as z from 'zod/mini'
import { described } from './described.ts'

export const Year = described(
  'A year; years before the common era are negative.',
  z.int('须为整数').check(z.minimum(-5000, '太早了'), z.maximum(2100, '太晚了')),
)

/** The year of a birth or death, negative before the common era. */
export const LifeYear = z.strictObject({ year: z.int(), circa: described('Whether sources say 约.', z.boolean()) })
