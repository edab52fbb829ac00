import * as z from 'zod/mini'
import { AuthorIds } from '#shared/api/author-ids.ts'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

const Day = z.iso.date({ error: '日期的样子不对，例如 2026-03-01' })
const Month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份的样子不对，例如 2026-03'))
const Seconds = described('Time that the user has read, in seconds.', z.int())
const Characters = described('Number of characters that the user has read.', z.int())
const Generation = described(
  'Number that grows when the user switches the measuring or deletes the times; reports with another number are not stored.',
  z.int().check(z.minimum(0, '须为已知的编号')),
)

const ReadingTimeChoice = z.strictObject({
  isOn: described('Whether the site measures and stores how long the user reads.', z.boolean()),
  generation: Generation,
})
export type ReadingTimeChoice = z.infer<typeof ReadingTimeChoice>

/**
 * The reading that one device has measured so far for one book on one day. The numbers are totals, not the increase
 * since the last report, so the same report may arrive twice.
 */
const ReadingTimeReport = z.object({
  day: described('The day by the clock of the device, as YYYY-MM-DD.', Day),
  bookId: Id,
  seconds: described(
    'Time that the counter has measured on this day in this book, in seconds; a day has at most 86400.',
    z.int({ error: '秒数须为整数' }).check(z.minimum(1, '秒数须为正数'), z.maximum(86_400, '一天没有这么长')),
  ),
  fraction: described(
    'Sum of the parts of the book that the user has paged through forwards; 1 for the whole book.',
    z.number({ error: '须为 0 到 100' }).check(z.minimum(0, '须为 0 到 100'), z.maximum(100, '须为 0 到 100')),
  ),
})
export type ReadingTimeReport = z.infer<typeof ReadingTimeReport>

const ReadingTimeBook = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  authorIds: AuthorIds,
  cover: z.nullable(z.string()),
  seconds: Seconds,
  characters: Characters,
  countDays: described('Number of days on which the user read.', z.int()),
  lastDay: described('The last day on which the user read in the book, as YYYY-MM-DD.', z.string()),
})
export type ReadingTimeBook = z.infer<typeof ReadingTimeBook>

const ReadingTimes = z.strictObject({
  isOn: described('Whether the site measures and stores how long the user reads.', z.boolean()),
  seconds: Seconds,
  characters: Characters,
  countDays: described('Number of days on which the user read.', z.int()),
  currentStreak: described('Number of days in a row up to today or yesterday on which the user read.', z.int()),
  longestStreak: described('The largest number of days in a row on which the user read.', z.int()),
  months: described('The months in which the user read, as YYYY-MM, the last first.', z.array(z.string())),
  days: described(
    'The days of the month on which the user read.',
    z.array(
      z.strictObject({
        day: described('The day as YYYY-MM-DD.', z.string()),
        seconds: Seconds,
        characters: Characters,
      }),
    ),
  ),
  books: described('At most 100 books, those read last first.', z.array(ReadingTimeBook)),
})
export type ReadingTimes = z.infer<typeof ReadingTimes>

/** The calls about how long the logged-in user reads. Nobody else sees the times. */
export const readingTime = {
  show: endpoint({
    method: 'GET',
    path: '/user/reading-time',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: 120,
    summary: 'Get how long the user has read: in all, on the days of one month, and in each book',
    input: z.object({
      month: described('The month as YYYY-MM.', Month),
      today: described('Today by the clock of the device, as YYYY-MM-DD.', Day),
    }),
    output: ReadingTimes,
  }),
  export: endpoint({
    method: 'GET',
    path: '/user/reading-time/export',
    access: 'reader',
    effect: 'read',
    timeout: 60,
    rate: 10,
    summary: 'Export how long the user has read, by day and book',
    input: z.object({}),
    output: z.strictObject({
      list: z.array(
        z.strictObject({
          day: described('The day as YYYY-MM-DD.', z.string()),
          bookId: Id,
          title: z.string(),
          seconds: Seconds,
          characters: Characters,
        }),
      ),
    }),
  }),
  put: endpoint({
    method: 'PUT',
    path: '/user/reading-time',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 240,
    summary:
      'Report how long the user has read on a device. Returns whether times are measured; a repeated or older report changes nothing',
    input: z.object({
      counterId: described('The id of the device’s counter, which the device has chosen.', Id),
      generation: Generation,
      list: z
        .array(ReadingTimeReport)
        .check(z.maxLength(100, '一次最多报 100 条'), z.meta({ description: 'The sums of days and books.' })),
    }),
    output: ReadingTimeChoice,
  }),
  setMeasuring: endpoint({
    method: 'PUT',
    path: '/user/reading-time/measuring',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Switch the measuring of reading times on or off; stored times stay',
    input: z.object({
      isOn: described(
        'Whether to measure and store how long the user reads.',
        z.boolean({ error: '须为 true 或 false' }),
      ),
    }),
    output: ReadingTimeChoice,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/reading-time',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'Delete all stored reading times of the user',
    input: z.object({}),
    output: z.null(),
  }),
}
