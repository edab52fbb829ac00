import { useState } from 'react'
import { useMyRecommendations } from './use-my-recommendations.ts'
import { MyRecommendation } from './my-recommendation.tsx'
import './my-recommendations.css'

/** List of the user's recommendations with their status. */
export function MyRecommendations() {
  const { list, total, message, isLoading, hasMore, loadMore, replace } = useMyRecommendations()
  const [notice, setNotice] = useState('')
  if (list.length === 0 && message)
    return (
      <div className="empty">
        <p role="alert">{message}</p>
        <button type="button" className="button" onClick={loadMore}>
          再试一次
        </button>
      </div>
    )
  if (list.length === 0 && isLoading) return <p className="empty">正在读取……</p>
  if (list.length === 0)
    return (
      <div className="empty">
        <p>你还没有推荐过书。心里有哪一本，想让别人也读到？</p>
        <a className="button" href="/user/recommend">
          我要推荐好书
        </a>
      </div>
    )
  return (
    <section className="my-recommendations" aria-label="我的推荐">
      <p className="my-recommendations-head">
        <span className="count">共 {total} 条</span>
        <a className="button" href="/user/recommend">
          再推荐一本
        </a>
      </p>
      <p className="visually-hidden" role="status">
        {notice}
      </p>
      <ul>
        {list.map((one) => (
          <MyRecommendation
            key={one.id}
            recommendation={one}
            onWithdrawn={(withdrawn) => {
              replace(withdrawn)
              setNotice(`《${withdrawn.title}》的推荐已经撤回`)
            }}
          />
        ))}
      </ul>
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      {hasMore && (
        <button type="button" className="button button-quiet button-wide" disabled={isLoading} onClick={loadMore}>
          {isLoading ? '正在读取……' : '更多'}
        </button>
      )}
    </section>
  )
}
