import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { RegionCode } from './place-draft.ts'
import { EditResult, LargeChange, MergePair, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Spot } from './place.ts'
import { PlaceName, PlaceNameKind } from './place-page.ts'
import { Id, name, text } from '#shared/api/text.ts'

const FurtherNames = z.array(z.object({ name: name(60), kind: PlaceNameKind })).check(z.maxLength(40, '最多 40 个名字'))
const fields = { name: name(30), ...Spot, region: RegionCode }

/** A place as the admin pages list it. */
export const PlaceAdminRow = z.strictObject({
  id: Id,
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  country: z.nullable(z.string()),
  province: z.nullable(z.string()),
  region: described('Chinese name of the region of the place.', z.string()),
  names: z.array(PlaceName),
  countBooks: z.int(),
  version: Version,
  /** The change of this place for which a background job still updates books; null if there is none. */
  change: z.nullable(LargeChange),
})
export type PlaceAdminRow = z.infer<typeof PlaceAdminRow>

/** The API calls with which editors manage places. Their names begin with `place.`, as those in `place.ts` do. */
export const placeAdmin = {
  adminList: endpoint({
    method: 'POST',
    path: '/admin/place/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List places by a part of any of their names, or by id, sorted by name',
    input: z.object({ query: z._default(text(0, 40), ''), ...paging }),
    output: pageOf(PlaceAdminRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/place/create',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Create a place; refused if another place has the name',
    input: z.object({ ...fields, names: z._default(FurtherNames, []) }),
    output: EditResult,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/place/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Rename a place, move its point, or change its region or further names; all its marks follow',
    input: z.object({
      id: Id,
      version: Version,
      ...fields,
      names: described(
        'The further names of the place; if the field is missing, the names stay unchanged.',
        z.optional(FurtherNames),
      ),
    }),
    output: EditResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/admin/place/remove',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Delete a place; refused if any item is pinned to it',
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
    summary: 'Merge one place into another',
    input: z.object(MergePair),
    output: EditResult,
  }),
}
