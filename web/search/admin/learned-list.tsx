import { api } from '#web/session/session.ts'
import { searchHref } from '#web/search/search-option.ts'
import { useAnswer } from '#web/ui/use-answer.ts'

const listLearned = (signal?: AbortSignal) => api.search.learned({}, signal)

/** List of what the ranking has learned from the choices of visitors; the editor can delete the choices for a query. */
export function LearnedList() {
  const { data, message, reload } = useAnswer(listLearned)
  const forget = async (query: string) => {
    await api.search.forgetChoices({ query }).catch(() => undefined)
    reload()
  }
  return (
    <section aria-labelledby="learned">
      <h2 id="learned">从选择里学到的</h2>
      <p className="form-note">
        搜一个词后大家常点的书，排得靠前一点，最多加 8 分。一位访客对一个词一天只算一次，不记是谁；旧的选择每 30
        天减半，两天以上、至少四次才算。每天算一次。
      </p>
      {message && <p role="alert">{message}</p>}
      {data?.list.length === 0 && <p>目前没有。</p>}
      <ul className="search-term-rows">
        {data?.list.map(({ query, bookId, title, votes, share, points }) => (
          <li key={`${query} ${bookId}`}>
            <span>
              <a href={searchHref(query)}>{query}</a> → <a href={`/book/${bookId}`}>{title}</a>
            </span>
            <span className="count">
              {Math.round(votes)} 次，占 {Math.round(share * 100)}%，加 {points.toFixed(1)} 分
            </span>
            <button type="button" className="button button-quiet" onClick={() => void forget(query)}>
              忘掉<span className="visually-hidden">：{query}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
