import { dayText } from '#web/ui/time-text.ts'
import { api } from '#web/session/session.ts'
import { searchHref } from '#web/search/search-option.ts'
import { useAnswer } from '#web/ui/use-answer.ts'

const listMisses = (signal?: AbortSignal) => api.search.misses({}, signal)

/** List of searches for which users found nothing; the editor can remove an entry. */
export function MissList() {
  const { data, message, reload } = useAnswer(listMisses)
  const remove = async (query: string) => {
    await api.search.removeMiss({ query }).catch(() => undefined)
    reload()
  }
  return (
    <section aria-labelledby="misses">
      <h2 id="misses">没有找到的搜索</h2>
      <p className="form-note">只记下搜了什么、几次，不记是谁。可以为它加一个别名，或把缺的书补进书目。</p>
      {message && <p role="alert">{message}</p>}
      {data?.list.length === 0 && <p>目前没有。</p>}
      <ul className="search-term-rows">
        {data?.list.map(({ query, count, lastTime }) => (
          <li key={query}>
            <a href={searchHref(query)}>{query}</a>
            <span className="count">
              {count} 次，最近 {dayText(lastTime)}
            </span>
            <button type="button" className="button button-quiet" onClick={() => void remove(query)}>
              已处理<span className="visually-hidden">：{query}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
