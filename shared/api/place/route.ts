import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

export const RouteKind = z.enum(['trade', 'canal', 'path', 'highway', 'railway', 'sea', 'journey'])
export type RouteKind = z.infer<typeof RouteKind>

/** A historical route, drawn as lines through the towns on its way. */
export const Route = z.strictObject({
  id: Id,
  name: z.string(),
  kind: RouteKind,
  period: described('Period in which the route was used, in Chinese words.', z.string()),
  desc: z.string(),
  lines: described(
    'Points of the route as [lng, lat], in order; a route that branches has several lines.',
    z.array(z.array(z.tuple([z.number(), z.number()]))),
  ),
  books: z.array(z.strictObject({ id: Id, title: z.string() })),
})
export type Route = z.infer<typeof Route>

export const route = {
  list: endpoint({
    method: 'GET',
    path: '/route/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'List the historical routes with the books about them',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Route) }),
  }),
}
