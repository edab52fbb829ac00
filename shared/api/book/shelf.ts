import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemHead } from '#shared/api/item.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Fraction } from '#shared/api/reader/reading.ts'
import { Id, text } from '#shared/api/text.ts'

/** The three shelf states: 想读 (want to read), 在读 (reading) and 读过 (read). */
export const ShelfState = z.enum(['want', 'reading', 'read'], { error: '须为 want、reading 或 read' })
export type ShelfState = z.infer<typeof ShelfState>

const Day = z.iso.date({ error: '日期的样子不对，例如 2026-03-01' }).check(
  z.refine((day) => day >= '1900-01-01', { error: '日期太早了', abort: true }),
  z.refine((day) => day <= tomorrow(), { error: '这一天还没有到' }),
)

/**
 * Returns the latest date that a user may enter. It is tomorrow in UTC, because users east of Greenwich may already be
 * in the next day.
 */
function tomorrow() {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
}

/** The entry of a book on a user's shelf. */
export const OnShelf = z.strictObject({
  state: ShelfState,
  day: described(
    'The day that the user entered for the shelf state, such as the day on which they finished the book, as YYYY-MM-DD.',
    z.string(),
  ),
  note: z.string(),
})
export type OnShelf = z.infer<typeof OnShelf>

export const ShelfBook = z.extend(OnShelf, {
  book: ItemHead,
  hasText: described('Whether the book can be read here.', z.boolean()),
  fraction: described(
    'The part of the book’s text that the user has read here, from 0 to 1; null if they have not begun to.',
    z.nullable(Fraction),
  ),
})
export type ShelfBook = z.infer<typeof ShelfBook>

export const shelf = {
  put: endpoint({
    method: 'PUT',
    path: '/user/shelf',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Put a book on the user’s shelf, or change its entry',
    input: z.object({
      bookId: Id,
      state: ShelfState,
      day: described(
        'The day of the shelf entry, as YYYY-MM-DD; by default the stored day if the state stays, otherwise today.',
        z.optional(Day),
      ),
      today: described(
        'Today by the clock of the device, as YYYY-MM-DD; without it, today is the day in China.',
        z.optional(z.iso.date({ error: '日期的样子不对，例如 2026-03-01' })),
      ),
      note: described('The note of the shelf entry; by default it stays as it is.', z.optional(text(0, 200))),
    }),
    output: OnShelf,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/shelf',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'Remove a book from the user’s shelf',
    input: z.object({ bookId: Id }),
    output: z.null(),
  }),
  list: endpoint({
    method: 'POST',
    path: '/user/shelf/list',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the user’s shelf, the last changed first, with the number of books in each state',
    input: z.object({ state: ShelfState, ...paging }),
    output: z.extend(pageOf(ShelfBook), {
      counts: z.strictObject({ want: z.int(), reading: z.int(), read: z.int() }),
    }),
  }),
}
