import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { PlaceKind } from './place.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import { Id } from '#shared/api/text.ts'

/** The two types of items on the map and in most lists: books and videos. */
export const ItemType = z.enum(['book', 'video'], { error: '没有这种条目' })
export type ItemType = z.infer<typeof ItemType>

const lng = z.number().check(z.gte(-180), z.lte(180))
const lat = z.number().check(z.gte(-90), z.lte(90))

/**
 * A bounding box as [west, south, east, north] in degrees. West is greater than east if the box crosses the
 * antimeridian.
 */
export const Bounds = z.tuple([lng, lat, lng, lat], { error: '须为西、南、东、北四个数' })
export type Bounds = z.infer<typeof Bounds>

/** A book or video at a place on the map, as a GeoJSON feature. */
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
    /**
     * The relations between the book or video and the place (such as setting or subject), the closest relation first.
     */
    kinds: z.array(PlaceKind),
    authors: z.array(z.string()),
    tags: z.array(z.string()),
    cover: z.nullable(z.string()),
    /** Text of a recommendation of the book or video; null if there is none. */
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
    summary: 'List map marks, filtered by tags, bounds or place, the most popular first, in pages',
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
    summary: 'Get the mark of one item at one place',
    input: z.object({ itemId: Id, placeId: Id }),
    output: Mark,
  }),
}
