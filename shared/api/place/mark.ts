import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { AuthorIds } from '#shared/api/author-ids.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { PlaceKind, SentenceOfPlace } from './place.ts'
import { isWindowOrdered, windowYears } from './window-years.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import { ItemType } from '#shared/api/item.ts'
import { Id } from '#shared/api/text.ts'

const lng = z.number().check(z.gte(-180), z.lte(180))
const lat = z.number().check(z.gte(-90), z.lte(90))

/**
 * A bounding box as [west, south, east, north] in degrees. West is greater than east if the box crosses the
 * antimeridian.
 */
export const Bounds = z.tuple([lng, lat, lng, lat], { error: '须为西、南、东、北四个数' })
export type Bounds = z.infer<typeof Bounds>

/** A book or video at a place that it writes about, as a GeoJSON feature. */
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
    kinds: described(
      'The relations between the book or video and the place (such as setting or subject), the closest relation first.',
      z.array(PlaceKind),
    ),
    authors: z.array(z.string()),
    authorIds: AuthorIds,
    tags: z.array(z.string()),
    cover: z.nullable(z.string()),
    sentence: SentenceOfPlace,
    reason: described(
      'Text of a recommendation of an item that has no sentence about the place; else null.',
      z.nullable(z.string()),
    ),
  }),
})
export type Mark = z.infer<typeof Mark>

/**
 * A period of the timeline, which begins with the year `from` and ends before the year `to`. `count` is the number of
 * books on the map that are about any of these years.
 */
const PeriodCount = z.strictObject({
  from: described(
    'The first year of the period; null for the first period, to which all earlier years belong.',
    z.nullable(z.int()),
  ),
  to: described(
    'The year in which the period ended; null for the last period, which has not ended.',
    z.nullable(z.int()),
  ),
  count: z.int(),
})

export const mark = {
  list: endpoint({
    method: 'POST',
    path: '/mark/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'List map marks, filtered by tags, bounds, place or years, the most popular first, in pages',
    input: z
      .object({
        tags: z._default(TagNames, []),
        bounds: z.optional(Bounds),
        placeId: z.optional(Id),
        ...windowYears,
        ...paging,
      })
      .check(isWindowOrdered),
    output: z.extend(pageOf(Mark), {
      total: described('The number of all marks that match, at most 3,001.', z.int()),
      countItems: described('The number of the books and videos of these marks, each of which counts once.', z.int()),
      hasMoreItems: described('Whether there may be more books and videos than `countItems`.', z.boolean()),
      isLowerBound: described(
        'Whether there may be more marks than the pages list, which is possible for several tags only: of these, at most the marks of the most popular books of the rarest tag are listed.',
        z.boolean(),
      ),
    }),
  }),
  timeline: endpoint({
    method: 'POST',
    path: '/mark/timeline',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'Count the books on the map that are about each period of time and have all the tags',
    input: z.object({ tags: z._default(TagNames, []) }),
    output: z.strictObject({
      list: z.array(PeriodCount),
      isLowerBound: described(
        'Whether there may be more books than the counts say; possible for several tags only.',
        z.boolean(),
      ),
    }),
    isCached: true,
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
