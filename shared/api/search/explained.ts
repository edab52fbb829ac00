import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { Id } from '#shared/api/text.ts'

/**
 * The part of the search that found a result: names such as titles and authors (`names`), the subject of a request
 * without words such as 的书 (`request`), descriptions and recommendations (`text`), the search for typos (`typos`), the
 * search without some terms (`partial`), or the search for books that resemble a part of the query (`near`).
 */
export const SearchStage = z.enum(['names', 'request', 'text', 'typos', 'partial', 'near'])
export type SearchStage = z.infer<typeof SearchStage>

/** A step of a search. docs/parts.md lists the steps in the order in which they run. */
export const SearchStep = z.enum(['literal', 'request', 'typos', 'titlesInside', 'withoutTerms', 'near'])
export type SearchStep = z.infer<typeof SearchStep>

/** Explains how one term of the query matches a name, and how many points the match adds. */
export const MatchReason = z.strictObject({
  term: z.string(),
  field: z.enum([
    ...(['title', 'also', 'author', 'authorAlso', 'translator', 'translatorAlso', 'tag', 'place'] as const),
    ...(['placeAlso', 'text'] as const),
  ]),
  text: z.string(),
  likeness: z.string(),
  points: z.number(),
})
export type MatchReason = z.infer<typeof MatchReason>

export const Explained = z.strictObject({
  bookId: Id,
  title: z.string(),
  rank: described(
    'The position of the book in the search results, counted from 1; null if the search did not find the book.',
    z.nullable(z.int()),
  ),
  stage: z.nullable(SearchStage),
  points: z.number(),
  popularity: described('The part of the points that the book has because it is popular.', z.number()),
  reasons: z.array(MatchReason),
})
export type Explained = z.infer<typeof Explained>

/**
 * The explanation of a search: the meanings of the query, the steps that ran, and the first results. The meanings are
 * the query as typed and its variants, such as 红楼梦 for the alias 石头记.
 */
export const ExplainedSearch = z.strictObject({
  meanings: z.array(z.string()),
  steps: described(
    'The steps of the search that ran, each with the number of books that it added and the titles of the best of them.',
    z.array(z.strictObject({ step: SearchStep, added: z.int(), titles: z.array(z.string()) })),
  ),
  subject: described(
    'The subject of a request, such as 丝绸之路 in 讲丝绸之路的书; null for other queries.',
    z.nullable(z.string()),
  ),
  understood: described(
    'The people, tags, places, countries and provinces that the search recognised in a sentence.',
    z.array(z.strictObject({ kind: z.enum(['person', 'tag', 'place', 'region']), name: z.string() })),
  ),
  leftOut: described('The terms that the best result lacks.', z.array(z.string())),
  list: z.array(Explained),
})
export type ExplainedSearch = z.infer<typeof ExplainedSearch>
