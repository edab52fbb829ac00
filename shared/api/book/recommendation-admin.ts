import * as z from 'zod/mini'
import { BookDraft } from './book-draft.ts'
import { DraftPlace } from '#shared/api/place/place-draft.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { FormerRecommendation, Recommendation, RecommendationStatus, SimilarBook } from './recommendation-fields.ts'
import { Id, text, Time } from '#shared/api/text.ts'

const Editor = z.strictObject({ id: Id, name: z.string() })

/** What the queue shows of a recommendation. */
export const QueueEntry = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  user: z.strictObject({ id: Id, name: z.string() }),
  status: RecommendationStatus,
  /** It was rejected before and has come again. */
  isResubmitted: z.boolean(),
  bookId: z.nullable(Id),
  submitTime: Time,
  /** Who has it before him just now. */
  claimedBy: z.nullable(Editor),
})
export type QueueEntry = z.infer<typeof QueueEntry>

/** All that an editor needs to decide. */
export const Inspection = z.strictObject({
  recommendation: Recommendation,
  former: z.nullable(FormerRecommendation),
  submitTime: Time,
  claimedBy: z.nullable(Editor),
  reviewedBy: z.nullable(Editor),
  /** What the same reader has recommended before. */
  history: z.strictObject({
    pending: z.int(),
    approved: z.int(),
    rejected: z.int(),
    list: z.array(z.strictObject({ id: Id, title: z.string(), status: RecommendationStatus, reviewNote: z.string() })),
  }),
  /** Books that may be the same. */
  similar: z.array(SimilarBook),
  /** What other readers recommend that may be the same, and waits too. */
  waiting: z.array(z.strictObject({ id: Id, title: z.string(), user: z.string() })),
  /** Its places, new ones with the region they most likely lie in. */
  places: z.array(DraftPlace),
})
export type Inspection = z.infer<typeof Inspection>

/** Which version was looked at: one that has changed since is not decided upon. */
const reviewedVersion = { id: Id, updateTime: Time }

/** What editors do with recommendations. */
export const recommendationAdmin = {
  queue: endpoint({
    method: 'POST',
    path: '/admin/recommend/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Recommendations in one state: those that wait the longest first, of the others the last decided',
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
    summary: 'One recommendation with all that an editor needs to decide',
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
    summary: 'Take one before oneself for ten minutes and leave any other; refused while another editor has it',
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
    summary: 'Make a new book of it, as the editor has corrected it',
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
    summary: 'Approve it as a recommendation of a book there is',
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
    summary: 'Reject it, with a reason its author can read',
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
    summary: 'Undo the decision: it waits again, and a book made of it goes if nothing else hangs on it',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
}
