import { useState } from 'react'
import type { Recommendation } from '#shared/api/book/recommendation-fields.ts'
import { dayText } from '#web/ui/time-text.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { api } from '#web/frame/session/session.ts'
import { statusNames } from './recommendation-words.ts'

interface MyRecommendationProps {
  recommendation: Recommendation
  onWithdrawn: (recommendation: Recommendation) => void
}

/** One recommendation of the user, with its status and the actions that are still possible. */
export function MyRecommendation({ recommendation, onWithdrawn }: MyRecommendationProps) {
  const { id, title, authors, reason, status, reviewNote, bookId, createTime } = recommendation
  return (
    <li className="my-recommendation" data-status={status}>
      <p className="my-recommendation-head">
        <span className="my-recommendation-title">
          {status === 'approved' && bookId !== null ? <a href={`/book/${bookId}`}>《{title}》</a> : `《${title}》`}
        </span>
        <span className="badge" data-status={status}>
          {statusNames[status]}
        </span>
      </p>
      <p className="form-note">
        {authors.join('、')} · {dayText(createTime)} 推荐
      </p>
      {status === 'rejected' && (
        <p className="my-recommendation-note">
          <strong>编辑说：</strong>
          {reviewNote}
        </p>
      )}
      <p className="my-recommendation-reason">{reason}</p>
      <p className="my-recommendation-buttons">
        {status === 'approved' && bookId !== null && (
          <a className="button button-quiet" href={`/book/${bookId}`}>
            看书页
          </a>
        )}
        {(status === 'pending' || status === 'rejected') && (
          <a className="button button-quiet" href={`/user/recommend?id=${id}`}>
            {status === 'pending' ? '修改' : '改好再交'}
            <span className="visually-hidden">《{title}》</span>
          </a>
        )}
        {(status === 'pending' || status === 'rejected') && (
          <WithdrawButton id={id} title={title} onWithdrawn={onWithdrawn} />
        )}
        {status === 'withdrawn' && (
          <a className="button button-quiet" href={`/user/recommend?from=${id}`}>
            重新提交<span className="visually-hidden">《{title}》</span>
          </a>
        )}
      </p>
    </li>
  )
}

interface WithdrawButtonProps {
  id: string
  title: string
  onWithdrawn: (recommendation: Recommendation) => void
}

/** Button that withdraws a recommendation after a second click. */
function WithdrawButton({ id, title, onWithdrawn }: WithdrawButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [message, setMessage] = useState('')
  const withdraw = async () => {
    try {
      onWithdrawn(await api.recommendation.withdraw({ id }))
    } catch (error) {
      setMessage(describeFailure(error).message)
      setIsAsked(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => (isAsked ? void withdraw() : setIsAsked(true))}
        onBlur={() => setIsAsked(false)}
      >
        {isAsked ? '确定撤回？' : '撤回'}
        <span className="visually-hidden">《{title}》</span>
      </button>
      <span className="field-error" role="alert">
        {message}
      </span>
    </>
  )
}
