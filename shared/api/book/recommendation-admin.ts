import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { BookDraft } from './book-draft.ts'
import { DraftPlace } from '#shared/api/place/place-draft.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { FormerRecommendation, Recommendation, RecommendationStatus, SimilarBook } from './recommendation-fields.ts'
import { Id, text, Time } from '#shared/api/text.ts'

const Editor = z.strictObject({ id: Id, name: z.string() })

/** The fields of a recommendation that the editors' list of pending recommendations shows. */
export const QueueEntry = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  user: z.strictObject({ id: Id, name: z.string() }),
  status: RecommendationStatus,
  isResubmitted: described('Whether the recommendation was rejected before and submitted again.', z.boolean()),
  bookId: z.nullable(Id),
  submitTime: Time,
  claimedBy: described('The editor who is working on the recommendation now, or null.', z.nullable(Editor)),
})
export type QueueEntry = z.infer<typeof QueueEntry>

/** All data that an editor needs to decide on a recommendation. */
export const Inspection = z.strictObject({
  recommendation: Recommendation,
  former: z.nullable(FormerRecommendation),
  submitTime: Time,
  claimedBy: z.nullable(Editor),
  reviewedBy: z.nullable(Editor),
  history: described(
    'Earlier recommendations of the same user.',
    z.strictObject({
      pending: z.int(),
      approved: z.int(),
      rejected: z.int(),
      list: z.array(
        z.strictObject({ id: Id, title: z.string(), status: RecommendationStatus, reviewNote: z.string() }),
      ),
    }),
  ),
  similar: described('Existing books that may be the same as the recommended book.', z.array(SimilarBook)),
  waiting: described(
    'Pending recommendations of other users that may be about the same book.',
    z.array(z.strictObject({ id: Id, title: z.string(), user: z.string() })),
  ),
  places: described(
    'Places of the recommended book. For a place that is not yet in the database, the most likely region is filled in.',
    z.array(DraftPlace),
  ),
})
export type Inspection = z.infer<typeof Inspection>

/**
 * The version of a recommendation that the editor saw. A decision is refused if the recommendation has changed since.
 */
const reviewedVersion = { id: Id, updateTime: Time }

/**
 * The API calls with which editors decide on recommendations. Their names begin with `recommendation.`, as those in
 * `recommendation.ts` do.
 */
export const recommendationAdmin = {
  queue: endpoint({
    method: 'POST',
    path: '/admin/recommend/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List recommendations with one status: pending ones from the oldest, others from the latest decision',
    input: z.object({ status: z._default(RecommendationStatus, 'pending'), ...paging }),
    output: pageOf(QueueEntry),
  }),
  inspect: endpoint({
    method: 'GET',
    path: '/admin/recommend/{id}',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get one recommendation with all data that an editor needs to decide',
    input: z.object({ id: Id }),
    output: Inspection,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/admin/recommend/claim',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Claim a recommendation for ten minutes and release any other claim; refused while another editor has it',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/admin/recommend/approve',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Approve a recommendation as a new book, with the corrections of the editor',
    input: z.object({ ...reviewedVersion, book: BookDraft }),
    output: z.strictObject({ bookId: Id }),
  }),
  join: endpoint({
    method: 'POST',
    path: '/admin/recommend/join',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Approve a recommendation for an existing book',
    input: z.object({ ...reviewedVersion, bookId: Id }),
    output: z.strictObject({ bookId: Id }),
  }),
  reject: endpoint({
    method: 'POST',
    path: '/admin/recommend/reject',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Reject a recommendation, with a reason that its author can read',
    input: z.object({ ...reviewedVersion, note: text(5, 500) }),
    output: z.null(),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/admin/recommend/undo',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary:
      'Undo a decision: the recommendation is pending again, and a book created by it is deleted if nothing else refers to it',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
}
