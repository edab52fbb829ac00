import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { PlaceKind } from './place.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import { Id } from '#shared/api/text.ts'

/** What can be pinned to a place. */
export const ItemType = z.enum(['book', 'video'], { error: '没有这种条目' })
export type ItemType = z.infer<typeof ItemType>

const lng = z.number().check(z.gte(-180), z.lte(180))
const lat = z.number().check(z.gte(-90), z.lte(90))

/** West, south, east, north; west is greater than east where the box crosses the antimeridian. */
export const Bounds = z.tuple([lng, lat, lng, lat], { error: '须为西、南、东、北四个数' })
export type Bounds = z.infer<typeof Bounds>

/** One item at one place, as GeoJSON. */
export const Mark = z.strictObject({
  type: z.literal('Feature'),
  geometry: z.strictObject({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.strictObject({
    title: z.string(),
    itemType: ItemType,
    itemId: Id,
    placeId: Id,
    place: z.string(),
    region: z.string(),
    /** How the item belongs there; the first is the nearest. */
    kinds: z.array(PlaceKind),
    authors: z.array(z.string()),
    tags: z.array(z.string()),
    cover: z.nullable(z.string()),
    /** Why somebody recommends it; null where nobody has said. */
    reason: z.nullable(z.string()),
  }),
})
export type Mark = z.infer<typeof Mark>

export const mark = {
  list: endpoint({
    method: 'POST',
    path: '/mark/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'Marks by tags, within bounds or at one place, what readers like most first, a page at a time',
    input: z.object({
      tags: z._default(TagNames, []),
      bounds: z.optional(Bounds),
      placeId: z.optional(Id),
      ...paging,
    }),
    output: pageOf(Mark),
  }),
  show: endpoint({
    method: 'GET',
    path: '/mark/{itemId}/{placeId}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'One item at one place',
    input: z.object({ itemId: Id, placeId: Id }),
    output: Mark,
  }),
}
