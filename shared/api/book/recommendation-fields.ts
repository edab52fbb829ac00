import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { parseIsbn } from '#shared/isbn.ts'
import { isLink } from '#shared/link.ts'
import { PlaceKind, Spot } from '#shared/api/place/place.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import { Id, name, text, Time } from '#shared/api/text.ts'

export const RecommendationStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn'], { error: '没有这种状态' })
export type RecommendationStatus = z.infer<typeof RecommendationStatus>

export const Isbn = described(
  'An ISBN with ten or thirteen digits and optional hyphens, normalized to thirteen digits.',
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(40, { error: 'ISBN 太长了', abort: true })),
      z.transform((typed: string) => parseIsbn(typed)),
    ),
    z.string({ error: 'ISBN 不对，请核对每一位数字' }),
  ),
)

/** A place of a recommended book: an existing place, or a new point on the map that the user has named. */
export const RecommendationPlace = z.object({ placeId: z.nullable(Id), name: name(30), ...Spot, kind: PlaceKind })
export type RecommendationPlace = z.infer<typeof RecommendationPlace>

const link = z
  .string()
  .check(
    z.maxLength(500, { error: '网址太长了', abort: true }),
    z.refine(isLink, '请填写以 https:// 或 http:// 开头的网址'),
  )

/** Input fields of a recommendation. If `bookId` is set, title and authors are taken from that book. */
export const recommendationFields = {
  title: text(1, 100),
  authors: z.array(name(60)).check(z.minLength(1, '请写上作者'), z.maxLength(8, '最多 8 位作者')),
  isbn13: z._default(z.nullable(Isbn), null),
  reason: text(20, 2000),
  tags: z._default(TagNames, []),
  places: z._default(z.array(RecommendationPlace).check(z.maxLength(5, '最多 5 处地方')), []),
  link: z._default(z.nullable(link), null),
  bookId: z._default(z.nullable(Id), null),
  cover: described(
    'The storage key of a newly uploaded cover, the key of the present cover to retain it, or null for no cover.',
    z._default(z.nullable(z.string().check(z.maxLength(200, '封面不对'))), null),
  ),
}

export const Recommendation = z.strictObject({
  id: Id,
  user: z.strictObject({ id: Id, name: z.string(), profile: z.string() }),
  title: z.string(),
  authors: z.array(z.string()),
  isbn13: z.nullable(z.string()),
  reason: z.string(),
  tags: z.array(z.string()),
  places: z.array(RecommendationPlace),
  cover: z.nullable(z.string()),
  link: z.nullable(z.string()),
  bookId: described('Id of the recommended book; null as long as the book does not exist on the site.', z.nullable(Id)),
  status: RecommendationStatus,
  reviewNote: described(
    'The reason why an editor rejected the recommendation; only its author and editors receive it.',
    z.string(),
  ),
  createTime: Time,
  updateTime: Time,
})
export type Recommendation = z.infer<typeof Recommendation>

/** The content of a recommendation at the time when an editor rejected it, before its author changed it. */
export const FormerRecommendation = z.pick(Recommendation, {
  title: true,
  authors: true,
  isbn13: true,
  reason: true,
  tags: true,
  places: true,
  cover: true,
  link: true,
  reviewNote: true,
})
export type FormerRecommendation = z.infer<typeof FormerRecommendation>

/**
 * An existing book that may be the same as the recommended book. `isSame` means that the ISBN, or both title and
 * author, are equal.
 */
export const SimilarBook = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  cover: z.nullable(z.string()),
  isSame: z.boolean(),
})
export type SimilarBook = z.infer<typeof SimilarBook>
