import type { Item } from '#shared/api/item.ts'
import { useId, useRef, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { Ratings } from '#shared/api/community/reaction.ts'
import { api } from '#web/frame/session/session.ts'
import { rememberRating } from '#web/frame/session/session-store.ts'
import { ensureLogin } from './intention.ts'
import { changeMyReaction, useMyReaction } from './my-reaction-store.ts'
import { RatingBars } from './rating-bars.tsx'
import { sendLatest } from '#web/ui/send-latest.ts'
import { useIntention } from './use-intention.ts'
import './rating.css'

const scores = Array.from({ length: 10 }, (_, at) => at + 1)

interface RatingStarsProps {
  item: Item
  ratings: Ratings
  onNotice: (message: string) => void
}

/**
 * Five stars with halves as radio buttons, so that arrow keys move through them, with the average rating before them.
 */
export function RatingStars({ item, ratings: initial, onNotice }: RatingStarsProps) {
  const name = useId()
  const mine = useMyReaction(item)
  const [ratings, setRatings] = useState(initial)
  const [hovered, setHovered] = useState<number | null>(null)
  const settled = useRef<number | null | undefined>(undefined)
  const score = mine?.score ?? null
  const show = (value: number | null) => changeMyReaction(item, () => ({ score: value }))
  const rate = async (value: number | null) => {
    if (!ensureLogin(item, { act: 'rate', score: value ?? 1 })) return
    if (settled.current === undefined) settled.current = score
    show(value)
    onNotice('')
    try {
      const answer = await sendLatest(`rate:${item.itemId}`, () => api.reaction.rate({ ...item, score: value }))
      if (answer === undefined) return
      settled.current = undefined
      setRatings(answer)
      rememberRating({ ...item, score: value })
    } catch (error) {
      show(settled.current ?? null)
      settled.current = undefined
      onNotice(error instanceof Failure ? error.message : '评分没有成功，请再试一次')
    }
  }
  useIntention(item, ['rate'], ({ score }) => void rate(score))
  const shown = hovered ?? score
  return (
    <div className="rating">
      <RatingBars ratings={ratings} />
      <div className="my-rating">
        <fieldset className="stars" onPointerLeave={() => setHovered(null)}>
          <legend className="visually-hidden">给它打分</legend>
          {scores.map((value) => (
            <label key={value} className="half-star" data-on={shown !== null && value <= shown ? '' : undefined}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={score === value}
                onChange={() => void rate(value)}
                onPointerEnter={() => setHovered(value)}
              />
              <span className="visually-hidden">{scoreText(value)}</span>
              <HalfStar isLeft={value % 2 === 1} />
            </label>
          ))}
        </fieldset>
        <p className="rating-text">
          {shown === null ? '点星打分，半颗也算' : scoreText(shown)}
          {score !== null && (
            <button type="button" className="text-button" onClick={() => void rate(null)}>
              撤回
            </button>
          )}
        </p>
      </div>
    </div>
  )
}

function scoreText(score: number) {
  return `${score / 2} 星 · ${score} 分`
}

function HalfStar({ isLeft }: { isLeft: boolean }) {
  return (
    <svg width="20" height="40" viewBox={isLeft ? '0 0 12 24' : '12 0 12 24'} aria-hidden>
      <path d="M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z" />
    </svg>
  )
}
