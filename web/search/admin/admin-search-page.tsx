import { PageHead } from '#web/frame/page/page-head.tsx'
import { AliasEditor } from './alias-editor.tsx'
import { ExplainSearch } from './explain-search.tsx'
import { RebuildButton } from './rebuild-button.tsx'
import type { Miss } from '#shared/api/search/search-admin.ts'
import { dayText } from '#web/ui/time-text.ts'
import { api } from '#web/frame/session/session.ts'
import { searchHref } from '#web/search/search-option.ts'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { useAttempt } from '#web/ui/use-attempt.ts'
import './admin-search.css'

const ask = (cursor: string | undefined, signal?: AbortSignal) => api.search.misses({ cursor }, signal)

const keyOf = ({ query }: Miss) => query

/** Admin page of the search: the explanation of a ranking, failed searches and aliases. */
export function Component() {
  return (
    <div className="admin-search">
      <PageHead title="检索" description="编辑用的检索工具。" path={null} />
      <h1>检索</h1>
      <ExplainSearch />
      <MissList />
      <AliasEditor />
      <RebuildButton />
    </div>
  )
}

/** List of searches for which users found nothing; the editor can remove an entry. */
function MissList() {
  const pages = usePagedList(ask, keyOf)
  const { message, attempt } = useAttempt()
  const remove = async (query: string) => {
    if (await attempt(() => api.search.removeMiss({ query }))) pages.change(query, () => undefined)
  }
  return (
    <section aria-labelledby="misses">
      <h2 id="misses">没有找到的搜索</h2>
      <p className="form-note">只记下搜了什么、几次，不记是谁。可以为它加一个别名，或把缺的书补进书目。</p>
      {message && <p role="alert">没有移除：{message}</p>}
      <PagedList pages={pages} label="没有找到的搜索" keyOf={keyOf} empty="目前没有。">
        {({ query, count, lastTime }) => (
          <div className="search-term-row">
            <a href={searchHref(query)}>{query}</a>
            <span className="count">
              {count} 次，最近 {dayText(lastTime)}
            </span>
            <button type="button" className="button button-quiet" onClick={() => void remove(query)}>
              已处理<span className="visually-hidden">：{query}</span>
            </button>
          </div>
        )}
      </PagedList>
    </section>
  )
}
