import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Recommendation, RecommendationStatus, SimilarBook, recommendationFields } from './recommendation-fields.ts'
import { recommendationAdmin } from './recommendation-admin.ts'
import { Id, text } from '#shared/api/text.ts'

export const recommendation = {
  create: endpoint({
    method: 'POST',
    path: '/user/recommend',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Recommend a book; an editor must approve the recommendation before others see it',
    input: z.object(recommendationFields),
    output: Recommendation,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user/recommend/{id}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Change a pending or rejected recommendation, which is then pending again',
    input: z.object({ id: Id, ...recommendationFields }),
    output: Recommendation,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/user/recommend/withdraw',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Withdraw a pending or rejected recommendation',
    input: z.object({ id: Id }),
    output: Recommendation,
  }),
  show: endpoint({
    method: 'GET',
    path: '/user/recommend/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get one recommendation: the user’s own, or an approved one',
    input: z.object({ id: Id }),
    output: Recommendation,
  }),
  list: endpoint({
    method: 'POST',
    path: '/user/recommend/list',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the user’s recommendations, the newest first',
    input: z.object({ status: z.optional(RecommendationStatus), ...paging }),
    output: pageOf(Recommendation),
  }),
  count: endpoint({
    method: 'GET',
    path: '/user/recommend/count',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Count the user’s recommendations',
    input: z.object({}),
    output: z.strictObject({ count: z.int() }),
  }),
  similar: endpoint({
    method: 'POST',
    path: '/user/recommend/similar',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'List books that may be the one being typed, and the user’s open recommendations of the same book',
    input: z.object({
      isbn: z._default(z.string().check(z.maxLength(40, 'ISBN 太长了')), ''),
      title: z._default(text(0, 100), ''),
      authors: z._default(z.array(text(0, 60)).check(z.maxLength(8, '最多 8 位作者')), []),
    }),
    output: z.strictObject({
      books: z.array(SimilarBook),
      own: z.array(z.strictObject({ id: Id, title: z.string(), status: RecommendationStatus })),
    }),
  }),
  ...recommendationAdmin,
}
