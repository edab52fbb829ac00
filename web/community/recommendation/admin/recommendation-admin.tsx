import { useCallback, useEffect, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { AnswerPlaceholder } from '#web/ui/answer-placeholder.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { ApproveForm } from './approve-form.tsx'
import { JoinForm } from './join-form.tsx'
import { RejectForm } from './reject-form.tsx'
import { RecommendationFacts } from './recommendation-facts.tsx'
import { UndoForm } from './undo-form.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { VersionView } from './version-view.tsx'

interface RecommendationAdminProps {
  id: string
  /** Callback after an editor's decision; it receives a message about the outcome. */
  onDecided: (outcome: string, id: string) => void
}

/** One recommendation with all information that an editor needs, and the forms for approving, rejecting and undoing. */
export function RecommendationAdmin({ id, onDecided }: RecommendationAdminProps) {
  const ask = useCallback((signal?: AbortSignal) => api.recommendation.inspect({ id }, signal), [id])
  const { data, message, reload } = useAnswer(ask)
  const isMine = useIsRecommender(data)
  const claimMessage = useClaim(id, data?.recommendation.status === 'pending' && !isMine)
  if (data === undefined || message) return <AnswerPlaceholder message={message} />
  return (
    <article className="recommendation-detail" aria-label={`《${data.recommendation.title}》`}>
      {claimMessage && (
        <p className="form-message" role="alert">
          {claimMessage}
        </p>
      )}
      <VersionView inspection={data} />
      <RecommendationFacts inspection={data} />
      {isMine ? (
        <p className="form-note">这是你自己的推荐，要由另一位编辑或管理员决定，所以这里没有按钮。</p>
      ) : data.recommendation.status === 'pending' ? (
        <Deciding key={data.recommendation.updateTime} inspection={data} onDecided={onDecided} onStale={reload} />
      ) : (
        <UndoForm inspection={data} onDecided={onDecided} />
      )}
    </article>
  )
}

/** Returns whether the current editor wrote the recommendation; if so, another editor or an admin must decide. */
function useIsRecommender(inspection: Inspection | undefined): boolean {
  const { id, roles } = useSession((state) => state.userInfo)
  return inspection?.recommendation.user.id === id && !roles.includes('admin')
}

/** Claims the recommendation for this editor. Returns a message if another editor has claimed it. */
function useClaim(id: string, isWaiting: boolean): string {
  const [claimMessage, setClaimMessage] = useState('')
  useEffect(() => {
    if (!isWaiting) return undefined
    let isLeft = false
    api.recommendation.claim({ id }).catch((error: unknown) => {
      if (!isLeft && error instanceof Failure) setClaimMessage(error.message)
    })
    return () => {
      isLeft = true
    }
  }, [id, isWaiting])
  return claimMessage
}

type Way = 'approve' | 'join' | 'reject'
const ways: { way: Way; key: string; label: string }[] = [
  { way: 'approve', key: 'A', label: '通过，做成新书' },
  { way: 'join', key: 'B', label: '并到已有的书' },
  { way: 'reject', key: 'R', label: '退回' },
]

interface DecidingProps {
  inspection: Inspection
  onDecided: (outcome: string, id: string) => void
  onStale: () => void
}

function Deciding({ inspection, onDecided, onStale }: DecidingProps) {
  const { bookId, id, title, updateTime } = inspection.recommendation
  const [way, setWay] = useState<Way | null>(null)
  // A recommendation of an existing book cannot be approved as a new book.
  const open = ways.filter((one) => one.way !== 'approve' || bookId === null)
  const close = () => setWay(null)
  useShortcuts({
    ...Object.fromEntries(open.map((one) => [one.key.toLowerCase(), () => setWay(one.way)])),
    escape: close,
  })
  const form = {
    seen: { id, updateTime },
    inspection,
    onClose: close,
    onStale,
    onDone: (outcome: string) => onDecided(`《${title}》${outcome}`, id),
  }
  return (
    <div className="decision">
      <div className="form-buttons" role="group" aria-label="怎么处理">
        {open.map((one) => (
          <button
            key={one.way}
            type="button"
            className={one.way === 'reject' ? 'button button-quiet' : 'button'}
            aria-expanded={way === one.way}
            aria-keyshortcuts={one.key}
            onClick={() => setWay(one.way)}
          >
            {one.label} <kbd>{one.key}</kbd>
          </button>
        ))}
      </div>
      {way === 'approve' && <ApproveForm {...form} />}
      {way === 'join' && <JoinForm {...form} />}
      {way === 'reject' && <RejectForm {...form} />}
    </div>
  )
}
