import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { AuditEntry } from '#shared/api/audit.ts'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { countText } from '#web/ui/capped-count.ts'
import { AuditRow } from './audit-row.tsx'
import { auditWords } from './audit-words.ts'
import './admin-audit.css'

/** Admin page that lists the recorded actions of editors and admins. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const [action, actor, target] = ['action', 'actor', 'target'].map((name) => params.get(name) ?? '')
  const isFiltered = Boolean(actor || target)
  return (
    <div className="admin-page admin-audit">
      <PageHead title="操作记录" description="编辑和管理员做过的事。" path={null} />
      <h1>操作记录</h1>
      <div className="audit-filter">
        <label>
          只看
          <select
            value={action}
            onChange={({ target: { value } }) => setParams(withoutEmpty({ action: value, actor, target }))}
          >
            <option value="">所有操作</option>
            {Object.entries(auditWords).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {isFiltered && (
          <a className="button button-quiet" href="/admin/audit">
            {actor ? '不只看一个人做的' : '查看全部操作'}
          </a>
        )}
      </div>
      <AuditList action={action} actorId={actor} targetId={target} />
    </div>
  )
}

interface AuditListProps {
  action: string | undefined
  actorId: string | undefined
  targetId: string | undefined
}

const keyOf = ({ id }: AuditEntry) => id

function AuditList({ action, actorId, targetId }: AuditListProps) {
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) =>
      api.audit.list(withoutEmpty({ action, actorId, targetId, cursor }), signal),
    [action, actorId, targetId],
  )
  const { list, total, message, hasMore, more, change, refresh } = usePagedList(ask, keyOf)
  const handleUndone = (id: string) => {
    change(id, (entry) => ({ ...entry, canUndo: false }))
    refresh()
  }
  return (
    <>
      {message && <p role="alert">{message}</p>}
      <p role="status" className="form-note">
        {list &&
          (total > 0
            ? `共 ${countText(total)} 条，新的在前`
            : action || actorId || targetId
              ? '没有这样的记录。'
              : '还没有操作记录。')}
      </p>
      <ol className="admin-rows">
        {list?.map((entry) => (
          <AuditRow key={entry.id} entry={entry} onUndone={() => handleUndone(entry.id)} />
        ))}
      </ol>
      {hasMore && (
        <button type="button" className="button button-quiet" onClick={more}>
          更多
        </button>
      )}
    </>
  )
}

/** Returns the filter that the user chose on the audit page, without its empty values. */
function withoutEmpty(filter: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
