import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { EditResult, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Spot } from './place.ts'
import { Id, text } from '#shared/api/text.ts'

export const StopDraft = z.object({
  title: text(2, 20),
  text: text(30, 160),
  zoom: z.number().check(z.gte(1, '至少 1'), z.lte(16, '最多 16')),
  ...Spot,
  placeId: z._default(z.nullable(Id), null),
  bookId: z._default(z.nullable(Id), null),
})
export type StopDraft = z.infer<typeof StopDraft>

export const TourDraft = z.object({
  title: text(2, 30),
  desc: text(20, 100),
  position: described(
    'Sort position of the tour among all tours. New visitors are offered the first tour.',
    z.int('须为整数').check(z.minimum(0, '从 0 起'), z.maximum(10_000, '太大了')),
  ),
  stops: z.array(StopDraft).check(z.minLength(2, '至少两站'), z.maxLength(24, '最多 24 站')),
})
export type TourDraft = z.infer<typeof TourDraft>

/** A tour with all data that the edit form needs; `names` maps the ids of its places and books to their names. */
export const EditedTour = z.strictObject({
  id: Id,
  version: Version,
  tour: TourDraft,
  names: z.record(z.string(), z.string()),
})
export type EditedTour = z.infer<typeof EditedTour>

/** The API calls with which editors manage tours. Their names begin with `tour.`, as those in `tour.ts` do. */
export const tourAdmin = {
  inspect: endpoint({
    method: 'GET',
    path: '/admin/tour/{id}',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get one tour for editing',
    input: z.object({ id: Id }),
    output: EditedTour,
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/tour/create',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Create a tour',
    input: z.object({ tour: TourDraft }),
    output: EditResult,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/tour/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Change a tour and its stops; refused if the tour was changed since `version` was read',
    input: z.object({ id: Id, version: Version, tour: TourDraft }),
    output: EditResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/admin/tour/remove',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Delete a tour',
    input: z.object({ id: Id }),
    output: EditResult,
  }),
}
