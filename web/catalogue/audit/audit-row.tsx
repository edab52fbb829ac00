import type { AuditEntry } from '#shared/api/audit.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { formatTime } from '#web/ui/time-text.ts'
import { UndoButton } from './undo-button.tsx'
import { auditWords, formerName } from './audit-words.ts'

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
            <summary>细节</summary>
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
