import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

/** What a list shows of a tour. */
export const TourCard = z.strictObject({
  id: Id,
  title: z.string(),
  desc: z.string(),
  countStops: z.int(),
})
export type TourCard = z.infer<typeof TourCard>

/** One stop of a tour, as GeoJSON. */
export const TourStop = z.strictObject({
  type: z.literal('Feature'),
  geometry: z.strictObject({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.strictObject({
    title: z.string(),
    /** What is told there, 30–160 characters. */
    text: z.string(),
    /** How near the map comes, in its own levels. */
    zoom: z.number(),
    place: z.nullable(z.strictObject({ id: Id, name: z.string(), region: z.string() })),
    book: z.nullable(
      z.strictObject({
        id: Id,
        title: z.string(),
        authors: z.array(z.string()),
        cover: z.nullable(z.string()),
      }),
    ),
  }),
})
export type TourStop = z.infer<typeof TourStop>

export const Tour = z.strictObject({
  id: Id,
  title: z.string(),
  desc: z.string(),
  playData: z.strictObject({ type: z.literal('FeatureCollection'), features: z.array(TourStop) }),
})
export type Tour = z.infer<typeof Tour>

export const tour = {
  list: endpoint({
    method: 'GET',
    path: '/tour/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'Tours of the editors, the one a newcomer is taken on first',
    input: z.object({}),
    output: z.strictObject({ list: z.array(TourCard) }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/tour/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'One tour with its stops in order',
    input: z.object({ id: Id }),
    output: Tour,
  }),
}
