import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

/** The fields of a tour that the list of tours shows. */
export const TourCard = z.strictObject({
  id: Id,
  title: z.string(),
  desc: z.string(),
  countStops: z.int(),
})
export type TourCard = z.infer<typeof TourCard>

/** A tour with the places and books of its stops, for the page that lists all tours. */
export const TourOutline = z.extend(TourCard, {
  stops: z.array(
    z.strictObject({
      name: described('Name of the place, or the title of a stop without one.', z.string()),
      bookTitle: z.nullable(z.string()),
    }),
  ),
})
export type TourOutline = z.infer<typeof TourOutline>

/**
 * A tour that stops at a certain place, or at a book or place of a certain person; `stop` is the title of the first
 * such stop.
 */
export const PassingTour = z.strictObject({ id: Id, title: z.string(), stop: z.string() })
export type PassingTour = z.infer<typeof PassingTour>

/** A stop of a tour, as a GeoJSON feature. */
export const TourStop = z.strictObject({
  type: z.literal('Feature'),
  geometry: z.strictObject({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.strictObject({
    title: z.string(),
    text: described('Text of the tour stop, 30 to 160 characters.', z.string()),
    zoom: described('Zoom level of the map at the tour stop.', z.number()),
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
    summary: 'List the tours; the first one is offered to new visitors',
    input: z.object({}),
    output: z.strictObject({ list: z.array(TourCard) }),
  }),
  outlines: endpoint({
    method: 'GET',
    path: '/tour/outlines',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'List the tours with the places and books of their stops',
    input: z.object({}),
    output: z.strictObject({ list: z.array(TourOutline) }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/tour/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get one tour with its stops in order',
    input: z.object({ id: Id }),
    output: Tour,
  }),
}
