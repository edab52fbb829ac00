import type { AuditEntry } from '#shared/api/audit.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { formatTime } from '#web/ui/time-text.ts'
import { auditWords, formerName } from './audit-words.ts'
import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const pages: Record<string, string> = {
  book: '/book',
  edition: '/book',
  relation: '/book',
  video: '/video',
  tour: '/admin/tour',
}

/** One recorded action of an editor or admin, described in one sentence. */
export function AuditRow({ entry, onUndone }: { entry: AuditEntry; onUndone: () => void }) {
  const { actor, action, targetType, targetId, detail, createTime } = entry
  const words = auditWords[action]
  const name = entry.targetName ?? formerName(entry)
  const description = words?.more?.(detail) ?? ''
  const more = description === name ? '' : description
  const { featureVideo } = useSite()
  const page = targetType === 'video' && !featureVideo ? undefined : pages[targetType]
  return (
    <li>
      <div>
        {actor ? <a href={`/admin/audit?actor=${actor.id}`}>{actor.name}</a> : '站点'}
        {' · '}
        <strong>{words?.label ?? action}</strong>
        {targetId !== null && (
          <>
            {' · '}
            <a href={`/admin/audit?target=${targetId}`}>{name}</a>
          </>
        )}
        {page !== undefined && targetId !== null && entry.targetName !== null && (
          <a className="audit-open" href={`${page}/${targetId}`}>
            打开<span className="visually-hidden">{entry.targetName}</span>
          </a>
        )}
        {more && <p>{more}</p>}
        {words === undefined && Object.keys(detail).length > 0 && (
          <details>
            <summary className="summary-chevron">细节</summary>
            <pre>{JSON.stringify(detail, null, 2)}</pre>
          </details>
        )}
      </div>
      {entry.canUndo && <UndoButton id={entry.id} onUndone={onUndone} />}
      <time dateTime={createTime} className="count">
        {formatTime(createTime)}
      </time>
    </li>
  )
}

/** Button that undoes one recorded action after a confirmation. */
function UndoButton({ id, onUndone }: { id: string; onUndone: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => setIsAsking(true)}>
        撤销
      </button>
      {isAsking && (
        <ConfirmDialog
          heading="撤销这一步？"
          confirm="撤销"
          act={async () => {
            await api.audit.undo({ id })
            onUndone()
          }}
          onClose={() => setIsAsking(false)}
        >
          它做过的会改回去；之后又被改过的地方不动。
        </ConfirmDialog>
      )}
    </>
  )
}
