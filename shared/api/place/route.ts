import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

export const RouteKind = z.enum(['trade', 'canal', 'path', 'highway', 'railway', 'sea', 'journey'])
export type RouteKind = z.infer<typeof RouteKind>

/** A great route, drawn in outline through the towns it passed. */
export const Route = z.strictObject({
  id: Id,
  name: z.string(),
  kind: RouteKind,
  /** When it was travelled, in words. */
  period: z.string(),
  desc: z.string(),
  /** Points it passes, as [lng, lat], in order; more than one line where it branches. */
  lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
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
    summary: 'The great routes with the books about them',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Route) }),
  }),
}
