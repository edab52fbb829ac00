import { useState } from 'react'
import type { AdminComment } from '#shared/api/community/comment-admin.ts'
import { removeReasons } from '#web/community/comment/remove-reasons.ts'
import { timeText } from '#web/ui/time-text.ts'
import { waitText } from '#web/ui/wait-text.ts'

export type Decision = 'approved' | 'deleted'

interface AdminCommentRowProps {
  entry: AdminComment
  isDeleted: boolean
  /** The editor's latest decision on the listed comment, if any. */
  decision: Decision | undefined
  /** Callback that receives the editor's decision on the comment; null undoes a deletion. */
  onDecide: (decision: Decision | null, reason?: string) => void
}

/** One comment with the reason for its review, the item it belongs to, and the editor's actions. */
export function AdminCommentRow({ entry, isDeleted, decision, onDecide }: AdminCommentRowProps) {
  const { comment, item, since, reason, reports } = entry
  const [isDeleting, setIsDeleting] = useState(false)
  const name = comment.user?.name ?? ''
  return (
    // Keyboard shortcuts move the focus from row to row, so that a row can receive the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article className="comment-admin-row" tabIndex={0} data-admin-row="" aria-label={`${name}的评论`}>
      <p className="comment-head">
        <span className="comment-name">{name}</span>
        <a href={`/${item.itemType}/${item.itemId}#comment-${comment.id}`}>《{item.title}》</a>
        <time dateTime={since}>{timeText(since)}</time>
        {!isDeleted && <span>{waitText(since)}</span>}
      </p>
      {/* Spoilers in a comment are not folded on the admin page, because editors must see the whole text. */}
      <p className="comment-text">{comment.content}</p>
      {reason !== null && (
        <p className="form-note">
          {isDeleted ? '删除理由' : '待审'}：{reason || '没有写明'}
        </p>
      )}
      {reports.map((report) => (
        <p className="form-note" key={report.name + report.createTime}>
          {report.name}举报：{report.reason}
        </p>
      ))}
      {decision !== undefined && <p className="badge">{decision === 'approved' ? '已通过' : '已删除'}</p>}
      {isDeleting && decision === undefined ? (
        <DeleteForm
          onClose={() => setIsDeleting(false)}
          onDelete={(words) => {
            setIsDeleting(false)
            onDecide('deleted', words)
          }}
        />
      ) : (
        <div className="form-buttons">
          {decision === undefined && !isDeleted && (
            <DecisionButtons
              isHeld={comment.held !== null}
              onApprove={() => onDecide('approved')}
              onDelete={() => setIsDeleting(true)}
            />
          )}
          {(decision === 'deleted' || isDeleted) && (
            <button type="button" className="button button-quiet" data-act="undo" onClick={() => onDecide(null)}>
              撤销删除
            </button>
          )}
        </div>
      )}
    </article>
  )
}

interface DecisionButtonsProps {
  isHeld: boolean
  onApprove: () => void
  onDelete: () => void
}

function DecisionButtons({ isHeld, onApprove, onDelete }: DecisionButtonsProps) {
  return (
    <>
      <button type="button" className="button" data-act="approve" onClick={onApprove}>
        {isHeld ? '通过' : '保留'}
      </button>
      <button type="button" className="button button-quiet" data-act="delete" onClick={onDelete}>
        删除
      </button>
    </>
  )
}

function DeleteForm({ onDelete, onClose }: { onDelete: (reason: string) => void; onClose: () => void }) {
  return (
    <form
      className="comment-admin-delete"
      onSubmit={(event) => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
        if ([...words].length >= 2) onDelete(words)
      }}
    >
      <div className="field">
        <label htmlFor="admin-reason">为什么删除（作者会看到）</label>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <input id="admin-reason" name="reason" list="admin-reasons" required minLength={2} maxLength={200} autoFocus />
        <datalist id="admin-reasons">
          {removeReasons.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </datalist>
      </div>
      <div className="form-buttons">
        <button type="submit" className="button">
          删除
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          不删了
        </button>
      </div>
    </form>
  )
}
