import type { Ratings } from '#shared/api/community/reaction.ts'

const stars = [5, 4, 3, 2, 1]
/** Minimum number of ratings of an item from which the share of each number of stars is shown. */
const enoughForBars = 5

/**
 * The average score and, from `enoughForBars` ratings on, the share of ratings for each number of stars. A rating with
 * half a star is rounded up to a whole star.
 */
export function RatingBars({ ratings: { countRated, score, counts } }: { ratings: Ratings }) {
  return (
    <div className="rating-all">
      <p className="rating-score">
        {score === null ? (
          <span>{countRated === 0 ? '还没有人打分' : `${countRated} 人打分，满 3 人有总分`}</span>
        ) : (
          <>
            <strong className="score">{score.toFixed(1)}</strong> <span>{countRated} 人评分</span>
          </>
        )}
      </p>
      {countRated >= enoughForBars && <Bars countRated={countRated} counts={counts} />}
    </div>
  )
}

function Bars({ countRated, counts }: Pick<Ratings, 'countRated' | 'counts'>) {
  return (
    <dl className="rating-bars">
      {stars.map((star) => {
        const count = (counts[star * 2 - 1] ?? 0) + (counts[star * 2 - 2] ?? 0)
        const share = Math.round((count / countRated) * 100)
        return (
          <div key={star}>
            <dt>{star} 星</dt>
            <dd>
              <svg width="100" height="8" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
                <rect className="rating-bar" width={share} height="8" rx="1" />
              </svg>
              <span className="count">{share}%</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
