import type { Overview } from '#shared/api/system.ts'
import { AuditRow } from '#web/catalogue/audit/audit-row.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { BarList } from '#web/ui/bar-list.tsx'
import { ColumnChart } from '#web/ui/column-chart.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'

const ask = (signal?: AbortSignal) => api.system.overview({}, signal)
const askLast = (signal?: AbortSignal) => api.audit.list({ limit: 8 }, signal)

/**
 * Start page of the admin area: waiting tasks, the numbers of the week, searches without results, and the last actions.
 */
export function Component() {
  const isAdmin = useSession(({ userInfo }) => userInfo.roles.includes('admin'))
  const { data, message } = useAnswer(ask)
  return (
    <div className="admin-page">
      <PageHead title="编辑台" description="待处理的事，和这一周的数字。" path={null} />
      <h1>编辑台</h1>
      {message && <p role="alert">{message}</p>}
      {data === undefined && !message && <p className="empty">正在读取……</p>}
      {data && <StartSections overview={data} />}
      {isAdmin && <LastActions />}
    </div>
  )
}

const numbers = [
  { key: 'users', label: '新注册的读者', unit: '人' },
  { key: 'comments', label: '新的评论', unit: '条' },
  { key: 'recommendations', label: '新的推荐', unit: '条' },
] as const

function StartSections({ overview: { waiting, week, misses } }: { overview: Overview }) {
  return (
    <>
      <h2>待处理</h2>
      <ul className="admin-waiting">
        <li>
          <a href="/admin/recommend">待审的推荐</a> <strong>{waiting.recommendations}</strong>
        </li>
        <li>
          <a href="/admin/comment">待审的评论</a> <strong>{waiting.comments}</strong>
        </li>
        <li>
          <a href="/admin/comment">没有处理的举报</a> <strong>{waiting.reports}</strong>
        </li>
      </ul>
      <h2>这一周</h2>
      <div className="admin-week">
        {numbers.map(({ key, label, unit }) => (
          <section key={key} aria-label={label}>
            <h3>{`${label}：${week.reduce((sum, one) => sum + one[key], 0)} ${unit}`}</h3>
            <ColumnChart
              label={label}
              head="日子"
              unit={unit}
              columns={week.map((one) => ({ name: one.day.slice(8), count: one[key] }))}
            />
          </section>
        ))}
      </div>
      <h2>没有搜到的</h2>
      {misses.length === 0 ? (
        <p className="form-note">最近没有搜不到的词。</p>
      ) : (
        <BarList label="没有搜到的词" unit="次" rows={misses.map(({ query, count }) => ({ name: query, count }))} />
      )}
      <p>
        <a href="/admin/search">到「检索」里加别名</a>
      </p>
    </>
  )
}

function LastActions() {
  const { data, reload } = useAnswer(askLast)
  if (data === undefined || data.list.length === 0) return null
  return (
    <>
      <h2>最近做过的</h2>
      <ol className="admin-rows">
        {data.list.map((entry) => (
          <AuditRow key={entry.id} entry={entry} onUndone={reload} />
        ))}
      </ol>
      <p>
        <a href="/admin/audit">全部操作记录</a>
      </p>
    </>
  )
}
