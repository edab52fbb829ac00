import { useState } from 'react'
import type { AdminComment } from '#shared/api/community/comment.ts'
import { removeReasons } from '#web/comment/remove-reasons.ts'
import { timeText } from '#web/ui/time-text.ts'
import { waitText } from './wait-text.ts'

export type Settled = 'kept' | 'deleted'

interface DeskRowProps {
  desk: AdminComment
  isDeleted: boolean
  /** The editor's latest decision on the comment. */
  settled: Settled | undefined
  /** Called with the decision; null undoes a deletion. */
  onSettle: (how: Settled | null, reason?: string) => void
}

/** One comment with the reason for its review, the item it belongs to, and the editor's actions. */
export function AdminCommentRow({ desk, isDeleted, settled, onSettle }: DeskRowProps) {
  const { comment, item, since, reason, reports } = desk
  const [isDeleting, setIsDeleting] = useState(false)
  const name = comment.user?.name ?? ''
  return (
    // Rows are gone through by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article className="comment-admin-row" tabIndex={0} data-desk-row="" aria-label={`${name}的评论`}>
      <p className="comment-head">
        <span className="comment-name">{name}</span>
        <a href={`/${item.itemType}/${item.itemId}#comment-${comment.id}`}>《{item.title}》</a>
        <time dateTime={since}>{timeText(since)}</time>
        {!isDeleted && <span>{waitText(since)}</span>}
      </p>
      {/* Spoilers are not folded here, because editors must see the whole text. */}
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
      {settled !== undefined && <p className="badge">{settled === 'kept' ? '已放行' : '已删除'}</p>}
      {isDeleting && settled === undefined ? (
        <DeleteForm
          onClose={() => setIsDeleting(false)}
          onDelete={(words) => {
            setIsDeleting(false)
            onSettle('deleted', words)
          }}
        />
      ) : (
        <div className="form-buttons">
          {settled === undefined && !isDeleted && (
            <DecisionButtons
              isHeld={comment.held !== null}
              onKeep={() => onSettle('kept')}
              onDelete={() => setIsDeleting(true)}
            />
          )}
          {(settled === 'deleted' || isDeleted) && (
            <button type="button" className="button button-quiet" data-act="undo" onClick={() => onSettle(null)}>
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
  onKeep: () => void
  onDelete: () => void
}

function DecisionButtons({ isHeld, onKeep, onDelete }: DecisionButtonsProps) {
  return (
    <>
      <button type="button" className="button" data-act="keep" onClick={onKeep}>
        {isHeld ? '放行' : '保留'}
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
        <label htmlFor="desk-reason">为什么删除（作者会看到）</label>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <input id="desk-reason" name="reason" list="desk-reasons" required minLength={2} maxLength={200} autoFocus />
        <datalist id="desk-reasons">
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
