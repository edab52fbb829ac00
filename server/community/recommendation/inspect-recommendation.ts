import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import type { RecommendationPlace } from '#shared/api/book/recommendation-fields.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { guessRegion } from '#server/catalogue/place/find-places.ts'
import { findSimilarBooks } from './find-similar.ts'
import { findRecommendation } from './recommendation-queries.ts'
import { findReview, listPendingSimilar, readUserHistory } from './recommendation-admin-queries.ts'

/** Returns a recommendation with all data that an editor needs to decide on it; undefined when it does not exist. */
export async function inspectRecommendation(db: Db, id: string): Promise<Inspection | undefined> {
  const [recommendation, row] = await Promise.all([findRecommendation(db, id), findReview(db, id)])
  if (recommendation === undefined || row === undefined) return undefined
  const { title, authors, isbn13 } = recommendation
  const [history, similar, waiting, places] = await Promise.all([
    readUserHistory(db, row.userId, id),
    findSimilarBooks(db, { isbn: isbn13 ?? '', title, authors }),
    listPendingSimilar(db, id, row),
    Promise.all(recommendation.places.map((place) => withRegion(db, place))),
  ])
  const { former, claimedBy, reviewedBy, submitTime } = row
  return {
    recommendation,
    former,
    submitTime: submitTime.toISOString(),
    claimedBy,
    reviewedBy,
    history,
    similar,
    waiting,
    places,
  }
}

async function withRegion(db: Db, place: RecommendationPlace): Promise<DraftPlace> {
  if (place.placeId !== null) return { ...place, region: null, sentence: null }
  const { country, province } = await guessRegion(db, place.lng, place.lat)
  return { ...place, region: { country, province }, sentence: null }
}
