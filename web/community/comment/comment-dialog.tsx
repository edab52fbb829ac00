import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#shared/api/community/comment.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { removeReasons } from './remove-reasons.ts'
import './comment-dialog.css'

interface CommentDialogProps {
  what: 'remove' | 'report'
  comment: Comment
  onClose: () => void
  onRemoved: () => void
}
const reportReasons = ['广告或引流', '辱骂、骚扰他人', '没有折起来的剧透', '违法违规内容', '与这里无关']

/** Dialog that confirms the deletion of a comment, or asks for the reason of a report. */
export function CommentDialog({ what, comment, onClose, onRemoved }: CommentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isAuthor = useSession((state) => state.userInfo.id === comment.user?.id)
  const [isSent, setIsSent] = useState(false)
  const isRemoval = what === 'remove'
  const { errors, message, isBusy, form } = useForm(async ({ choice = '', reason = '' }) => {
    const words = reason.trim() || choice
    if (!isRemoval) {
      await api.report.create({ commentId: comment.id, reason: words })
      setIsSent(true)
      return
    }
    await api.comment.remove(isAuthor ? { id: comment.id } : { id: comment.id, reason: words })
    onRemoved()
    onClose()
  })
  useEffect(() => dialog.current?.showModal(), [])
  const title = isRemoval ? '删除这条评论？' : '举报这条评论'
  return (
    <dialog ref={dialog} className="comment-dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {isSent ? (
        <p role="status">已经交给编辑，谢谢你。</p>
      ) : (
        <form id="comment-dialog" className="form" {...form} noValidate>
          {isRemoval && isAuthor && <p>文字会消失，别人的回复还在。这一步不能撤回。</p>}
          {!(isRemoval && isAuthor) && <Reasons isRemoval={isRemoval} error={errors['reason']} />}
          {message && <p role="alert">{message}</p>}
        </form>
      )}
      <div className="form-buttons">
        {!isSent && (
          <button type="submit" form="comment-dialog" className="button" aria-disabled={isBusy}>
            {isRemoval ? '删除' : '举报'}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
          {isSent ? '关闭' : '取消'}
        </button>
      </div>
    </dialog>
  )
}

function Reasons({ isRemoval, error }: { isRemoval: boolean; error: string | undefined }) {
  return (
    <>
      <fieldset className="report-reasons">
        <legend>{isRemoval ? '理由，作者会看到' : '它哪里不对'}</legend>
        {(isRemoval ? removeReasons : reportReasons).map((reason, at) => (
          <label key={reason}>
            <input type="radio" name="choice" value={reason} defaultChecked={at === 0} />
            {reason}
          </label>
        ))}
      </fieldset>
      <Field label="或者自己写" name="reason" maxLength={200} error={error} />
    </>
  )
}
