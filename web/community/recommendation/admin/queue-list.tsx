import type { RecommendationStatus } from '#shared/api/book/recommendation-fields.ts'
import type { QueueEntry } from '#shared/api/book/recommendation-admin.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { countText } from '#web/ui/capped-count.ts'
import type { Queue } from './use-queue.ts'
import { waitText } from '#web/ui/wait-text.ts'
import './queue-list.css'

interface QueueListProps {
  queue: Queue
  status: RecommendationStatus
  chosenId: string | null
  onChoose: (id: string) => void
}

export function QueueList({ queue, status, chosenId, onChoose }: QueueListProps) {
  const { list, total, message, isLoading, hasMore, loadMore } = queue
  return (
    <nav className="queue" aria-label="推荐的队列">
      <p className="count">
        {status === 'pending' ? `${countText(total)} 条在等` : `${countText(total)} 条`}
        <span className="key-hint">
          ，按 <kbd>?</kbd> 看快捷键
        </span>
      </p>
      {message && <p role="alert">{message}</p>}
      {list.length === 0 && !message && (
        <p className="queue-empty">{isLoading ? '正在读取……' : status === 'pending' ? '都看完了。' : '还没有。'}</p>
      )}
      <ul>
        {list.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className="queue-entry"
              aria-current={entry.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(entry.id)}
            >
              <span className="queue-title">《{entry.title}》</span>
              <EntryNote entry={entry} isPending={status === 'pending'} />
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="button button-quiet button-wide" onClick={loadMore}>
          更多
        </button>
      )}
    </nav>
  )
}

function EntryNote({ entry, isPending }: { entry: QueueEntry; isPending: boolean }) {
  const mine = useSession((state) => state.userInfo.id)
  const { user, submitTime, isResubmitted, bookId, claimedBy } = entry
  return (
    <span className="queue-note">
      {user.name}
      {isPending && ` · ${waitText(submitTime)}`}
      {isPending && bookId !== null && <span className="badge">已有的书</span>}
      {isResubmitted && <span className="badge">修改后重新提交</span>}
      {claimedBy !== null && claimedBy.id !== mine && <span className="badge">{claimedBy.name}在看</span>}
    </span>
  )
}
