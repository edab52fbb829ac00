import { displayName, useSession } from '#web/frame/session/session-store.ts'
import { Avatar } from '#web/frame/page/avatar.tsx'
import { CommentText } from './comment-text.tsx'
import type { Sent } from './use-outbox.ts'

interface SentCommentProps {
  sent: Sent
  onRetry: () => void
  onForget: () => void
}

/** A comment that is being sent, or that failed to send; its text is preserved. */
export function SentComment({ sent: { writing, failure }, onRetry, onForget }: SentCommentProps) {
  const userInfo = useSession((state) => state.userInfo)
  const name = displayName(userInfo)
  return (
    <div className="comment">
      <Avatar name={name} size={42} profile={userInfo.profile} />
      <div className="comment-body">
        <p className="comment-head">
          <span className="comment-name">{name}</span>
          {failure === null && <span role="status">正在发出……</span>}
        </p>
        <CommentText content={writing.content} />
        {failure !== null && (
          <div className="comment-actions">
            <p className="field-error" role="alert">
              没有发出去：{failure}
            </p>
            <button type="button" className="text-button" onClick={onRetry}>
              再试一次
            </button>
            <button type="button" className="text-button" onClick={onForget}>
              放弃
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
