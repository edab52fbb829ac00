import * as z from 'zod/mini'
import { RegionCode } from '#shared/api/place/place-draft.ts'
import { EditResult, MergePair, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Spot } from './place.ts'
import { Id, name, text } from '#shared/api/text.ts'

const fields = { name: name(30), ...Spot, region: RegionCode }

/** A place as editors see it. */
export const PlaceAdminRow = z.strictObject({
  id: Id,
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  country: z.nullable(z.string()),
  province: z.nullable(z.string()),
  /** What a reader calls its region. */
  region: z.string(),
  countBooks: z.int(),
  version: Version,
})
export type PlaceAdminRow = z.infer<typeof PlaceAdminRow>

/** What editors do with places. */
export const placeAdmin = {
  adminList: endpoint({
    method: 'POST',
    path: '/admin/place/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Places by a part of their name, in the order of names',
    input: z.object({ query: z._default(text(0, 40), ''), ...paging }),
    output: pageOf(PlaceAdminRow),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/place/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Rename a place, move its point, or change its region; all pins follow',
    input: z.object({ id: Id, version: Version, ...fields }),
    output: EditResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/admin/place/remove',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Take a place away that nothing is at',
    input: z.object({ id: Id }),
    output: EditResult,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/admin/place/merge',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Make one place of two',
    input: z.object(MergePair),
    output: EditResult,
  }),
}
