import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { isConnectedId } from '#shared/connected-id.ts'
import { text } from '#shared/api/text.ts'

/**
 * The id of one end of a path, which is a chain of connections between two books, people or places. It is written as
 * `book.{id}`, `person.{id}` or `place.{id}`.
 */
const ConnectedId = z.string({ error: '编号不对' }).check(z.refine(isConnectedId, '编号不对'))

/** A book, person or place on a path, each of which is connected with the next one. */
export const Connected = z.strictObject({
  id: z.string(),
  name: described('The title of a book, or the name of a person or place.', z.string()),
  note: described(
    'Text that tells namesakes apart: the authors of a book, the years of a person, or the region of a place.',
    z.string(),
  ),
})
export type Connected = z.infer<typeof Connected>

/** The kind of connection between two neighbours on a path. */
export const StepKind = z.enum(['relation', 'credit', 'company', 'stay', 'place'])
export type StepKind = z.infer<typeof StepKind>

const Point = z.strictObject({ name: z.string(), lng: z.number(), lat: z.number() })
export type ConnectPoint = z.infer<typeof Point>

export const ConnectPath = z.strictObject({
  nodes: z.array(Connected),
  steps: described(
    'The sentence at index i says how the nodes i and i + 1 are connected; there is one step fewer than nodes.',
    z.array(z.strictObject({ kind: StepKind, sentence: z.string() })),
  ),
  points: described(
    'The places that the path passes on the globe, in order, each different from the one before.',
    z.array(Point),
  ),
})
export type ConnectPath = z.infer<typeof ConnectPath>

export const connect = {
  find: endpoint({
    method: 'GET',
    path: '/connect',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary:
      'Find the closest path between two books, people or places through people, places, times and relations; each step is explained in one sentence',
    input: z.object({ from: ConnectedId, to: ConnectedId }),
    output: z.strictObject({
      from: described(
        'The two ends, or null for an unknown id. A merged book, person or place is replaced by its successor.',
        z.nullable(Connected),
      ),
      to: z.nullable(Connected),
      /**
       * Null if one of the two ends does not exist, if both are the same, or if no path of at most eight steps was
       * found.
       */
      path: z.nullable(ConnectPath),
    }),
  }),
  name: endpoint({
    method: 'POST',
    path: '/connect/name',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 1200,
    summary: 'List books, people and places by a typed name, those with exactly this name first',
    input: z.object({ query: text(0, 60) }),
    output: z.strictObject({ list: z.array(Connected) }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/connect/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary:
      'Get the name of one book, person or place by its id on a path, such as `book.{id}`; null for an unknown id',
    input: z.object({ id: ConnectedId }),
    output: z.strictObject({ found: z.nullable(Connected) }),
  }),
  examples: endpoint({
    method: 'GET',
    path: '/connect/example/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List four random pairs of popular books to connect, those first that relations of books connect',
    input: z.object({}),
    output: z.strictObject({ list: z.array(z.strictObject({ from: Connected, to: Connected })) }),
  }),
}
