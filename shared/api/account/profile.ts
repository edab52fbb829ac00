import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { AuthorIds } from '#shared/api/author-ids.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, Time } from '#shared/api/text.ts'
import { ShelfMap } from './shelf-map.ts'

const ShownBook = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  authorIds: AuthorIds,
  cover: z.nullable(z.string()),
})
const Shelf = z.strictObject({
  count: z.int(),
  list: described(
    'The books of this shelf state (want to read, reading or read) whose shelf entries the user changed last. The public profile shows them.',
    z.array(z.extend(ShownBook, { note: z.string() })),
  ),
})

/** The public profile of a user. */
export const PublicProfile = z.strictObject({
  id: Id,
  name: z.string(),
  profile: z.string(),
  bio: z.string(),
  createdAt: Time,
  shelves: z.strictObject({ want: Shelf, reading: Shelf, read: Shelf }),
  recommends: z.array(z.strictObject({ id: Id, book: ShownBook, reason: z.string(), createTime: Time })),
  comments: described(
    'The comments of the user on books, the newest first.',
    z.array(z.strictObject({ id: Id, book: ShownBook, content: z.string(), createTime: Time })),
  ),
  map: described(
    'The places of the books on the user’s shelf; null unless the user has chosen to show them.',
    z.nullable(ShelfMap),
  ),
  years: described('The years whose poster the user has chosen to show, the last first.', z.array(z.int())),
})
export type PublicProfile = z.infer<typeof PublicProfile>

const Visibility = z.object({ isPublic: z.boolean({ error: '须为 true 或 false' }) })

export const profile = {
  show: endpoint({
    method: 'GET',
    path: '/profile/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary:
      'Get the public profile of a user: shelves, recommendations and comments; missing if the user has hidden it',
    input: z.object({ id: Id }),
    output: PublicProfile,
  }),
  showVisibility: endpoint({
    method: 'GET',
    path: '/user/visibility',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get whether the user’s profile is public',
    input: z.object({}),
    output: Visibility,
  }),
  setVisibility: endpoint({
    method: 'PUT',
    path: '/user/visibility',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Make the user’s profile public or hide it',
    input: Visibility,
    output: z.null(),
  }),
}
