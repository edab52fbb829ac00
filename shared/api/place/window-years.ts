import * as z from 'zod/mini'
import type { WindowYears } from '#shared/period.ts'

/** A year of a window of time; years before the common era are negative. */
export const WindowYear = z.int('须为整数，公元前写负数').check(z.minimum(-5000, '太早了'), z.maximum(2100, '太晚了'))

/**
 * Input fields for a window of time: only books that are about years from `from` until before `to`. The window is
 * widened to whole periods of the timeline (`#shared/period.ts`); an end that is left out is open.
 */
export const windowYears = { from: z.optional(WindowYear), to: z.optional(WindowYear) }

/** Refuses a window of time that ends before it starts; for input with the fields of `windowYears`. */
export const isWindowOrdered = z.refine<WindowYears>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { error: '起始年份不能晚于结束年份', path: ['from'] },
)
