import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { ExplainedSearch } from './explained.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text, Time } from '#shared/api/text.ts'
import { SearchQuery } from './search.ts'

const aliasName = text(1, 60)

/** A query for which users found nothing, and how often. */
export const Miss = z.strictObject({ query: z.string(), count: z.int(), lastTime: Time })
export type Miss = z.infer<typeof Miss>

export const searchAdmin = {
  explain: endpoint({
    method: 'POST',
    path: '/search/explain',
    access: 'editor',
    effect: 'read',
    timeout: 60,
    rate: null,
    summary: 'Explain the ranking of the first results of a query, and of one more book',
    input: z.object({ query: SearchQuery, bookId: z.optional(Id) }),
    output: ExplainedSearch,
  }),
  misses: endpoint({
    method: 'POST',
    path: '/search/miss/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List searches that found nothing, the most frequent first',
    input: z.object(paging),
    output: pageOf(Miss),
  }),
  removeMiss: endpoint({
    method: 'DELETE',
    path: '/search/miss',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Remove a search from the list of searches that found nothing',
    input: z.object({ query: SearchQuery }),
    output: z.null(),
  }),
  aliases: endpoint({
    method: 'GET',
    path: '/search/alias/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the search aliases, the newest first',
    input: z.object({}),
    output: z.strictObject({
      list: z.array(z.strictObject({ alias: z.string(), name: z.string(), createTime: Time })),
    }),
  }),
  putAlias: endpoint({
    method: 'PUT',
    path: '/search/alias',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Set a search alias for a name; it applies from the next search on',
    input: z.object({ alias: aliasName, name: aliasName }),
    output: z.null(),
  }),
  removeAlias: endpoint({
    method: 'DELETE',
    path: '/search/alias',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Delete a search alias',
    input: z.object({ alias: aliasName }),
    output: z.null(),
  }),
  rebuild: endpoint({
    method: 'POST',
    path: '/search/rebuild',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary:
      'Rebuild the search index of one batch of books while search stays available; returns where the next batch begins',
    input: z.object({ after: z._default(z.nullable(Id), null) }),
    output: z.strictObject({ indexed: z.int(), next: z.nullable(Id) }),
  }),
}
