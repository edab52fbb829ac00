import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemHead } from './item.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text } from '#shared/api/text.ts'

/** 想读、在读、读过。 */
export const ShelfState = z.enum(['want', 'reading', 'read'], { error: '须为 want、reading 或 read' })
export type ShelfState = z.infer<typeof ShelfState>

const Day = z.iso.date({ error: '日期的样子不对，例如 2026-03-01' }).check(
  z.refine((day) => day >= '1900-01-01', { error: '日期太早了', abort: true }),
  z.refine((day) => day <= tomorrow(), { error: '这一天还没有到' }),
)

/** It is a day later already east of us. */
function tomorrow() {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
}

/** A book’s place on a shelf. */
export const OnShelf = z.strictObject({
  state: ShelfState,
  /** The day the reader gives for it. */
  day: z.string(),
  note: z.string(),
})
export type OnShelf = z.infer<typeof OnShelf>

export const ShelfBook = z.extend(OnShelf, { book: ItemHead })
export type ShelfBook = z.infer<typeof ShelfBook>

export const shelf = {
  put: endpoint({
    method: 'PUT',
    path: '/user/shelf',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Put a book on one’s shelf, or change what stands there of it',
    input: z.object({
      bookId: Id,
      state: ShelfState,
      /** Today in China where none is given. */
      day: z.optional(Day),
      note: z._default(text(0, 200), ''),
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
    summary: 'Take a book off one’s shelf',
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
    summary: 'One’s own shelf, what was changed last first, with how many books each part has',
    input: z.object({ state: ShelfState, ...paging }),
    output: z.extend(pageOf(ShelfBook), {
      counts: z.strictObject({ want: z.int(), reading: z.int(), read: z.int() }),
    }),
  }),
}
