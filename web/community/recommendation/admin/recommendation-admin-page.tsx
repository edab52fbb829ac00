import { useState } from 'react'
import type { RecommendationStatus } from '#shared/api/book/recommendation-fields.ts'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { statusNames } from '#web/community/recommendation/recommendation-words.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { QueueList } from './queue-list.tsx'
import { RecommendationAdmin } from './recommendation-admin.tsx'
import { useQueue } from './use-queue.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import './recommendation-admin.css'

const shown: RecommendationStatus[] = ['pending', 'approved', 'rejected']

interface Decision {
  /** Id of the recommendation that was approved or rejected. */
  id: string
  /** One sentence about the outcome of an editor's decision. */
  outcome: string
  /** Set if the editor's decision cannot be undone here, for example because the editor has already undone it. */
  isUndone: boolean
}

/** Admin page with the moderation queue of recommendations and the details of the selected one. */
export function Component() {
  const [status, setStatus] = useState<RecommendationStatus>('pending')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [last, setLast] = useState<Decision | null>(null)
  const queue = useQueue(status)
  const at = queue.list.findIndex(({ id }) => id === chosenId)
  const go = (step: number) => {
    const next = queue.list[at < 0 ? 0 : Math.min(Math.max(at + step, 0), queue.list.length - 1)]
    if (next !== undefined) setChosenId(next.id)
  }
  const show = (next: RecommendationStatus) => {
    setStatus(next)
    setChosenId(null)
    setLast(null)
  }
  const undoLast = () => {
    if (last === null || last.isUndone || status !== 'pending') return
    void api.recommendation.undo({ id: last.id }).then(
      () => {
        setLast({ ...last, outcome: '撤销了，它回到了队列里', isUndone: true })
        queue.reload()
      },
      (error: unknown) => setLast({ ...last, outcome: describeFailure(error).message, isUndone: true }),
    )
  }
  useShortcuts({
    u: undoLast,
    j: () => go(1),
    k: () => go(-1),
    1: () => show('pending'),
    2: () => show('approved'),
    3: () => show('rejected'),
  })
  const decided = (outcome: string, id: string) => {
    setLast({ id, outcome, isUndone: status !== 'pending' })
    // After an editor's decision, the next recommendation in the queue moves up to the same position.
    setChosenId((queue.list[at + 1] ?? queue.list[at - 1])?.id ?? null)
    queue.reload()
  }
  return (
    <div className="recommendation-admin">
      <PageHead title="推荐" description="编辑看读者的推荐。" path={null} />
      <header className="admin-head">
        <h1>读者的推荐</h1>
        <StatusChoice status={status} onChoose={show} />
      </header>
      <LastDecision last={last} onUndo={undoLast} />
      <div className="recommendation-body">
        <QueueList queue={queue} status={status} chosenId={chosenId} onChoose={setChosenId} />
        {chosenId === null ? (
          <NoneChosen isEmpty={queue.list.length === 0} />
        ) : (
          <RecommendationAdmin key={chosenId} id={chosenId} onDecided={decided} />
        )}
      </div>
    </div>
  )
}

interface StatusChoiceProps {
  status: RecommendationStatus
  onChoose: (status: RecommendationStatus) => void
}

function StatusChoice({ status, onChoose }: StatusChoiceProps) {
  return (
    <div className="recommendation-states" role="group" aria-label="按状态看">
      {shown.map((one, index) => (
        <button key={one} type="button" aria-pressed={one === status} onClick={() => onChoose(one)}>
          {statusNames[one]} <kbd>{index + 1}</kbd>
        </button>
      ))}
    </div>
  )
}

function LastDecision({ last, onUndo }: { last: Decision | null; onUndo: () => void }) {
  return (
    <div className="recommendation-notice">
      <p role="status">{last?.outcome}</p>
      {last !== null && !last.isUndone && (
        <button type="button" className="button button-quiet" aria-keyshortcuts="U" onClick={onUndo}>
          撤销 <kbd>U</kbd>
        </button>
      )}
    </div>
  )
}

function NoneChosen({ isEmpty }: { isEmpty: boolean }) {
  if (isEmpty) return null
  return (
    <p className="empty recommendation-none">
      <span>
        选一条来看，或按 <kbd>J</kbd> <kbd>K</kbd> 走到下一条、上一条。
      </span>
    </p>
  )
}
