import { isEditor } from '#shared/api/account/is-editor.ts'
import type { Item } from '#shared/api/item.ts'
import { CornerDownRight, Flag, Heart, Trash2 } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import type { Comment } from '#shared/api/community/comment.ts'
import { ensureLogin } from '#web/community/reaction/intention.ts'
import { changeMyReaction, useMyReaction } from '#web/community/reaction/my-reaction-store.ts'
import { useToggle } from '#web/community/reaction/use-toggle.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { Avatar } from '#web/frame/page/avatar.tsx'
import { CommentText } from './comment-text.tsx'
import { timeText } from '#web/ui/time-text.ts'

interface CommentLineProps {
  item: Item
  comment: Comment
  onAnswer: () => void
  onAsk: (asked: 'remove' | 'report') => void
}

/** One comment with buttons for the actions that the user may take on it. */
export function CommentLine({ item, comment, onAnswer, onAsk }: CommentLineProps) {
  const { id, user, content, createTime, deleted, held, replyTo } = comment
  if (deleted || user === null) return <p className="comment-gone">这条评论已经删除</p>
  return (
    <div className="comment" id={`comment-${id}`}>
      <Avatar name={user.name} size={42} profile={user.profile} />
      <div className="comment-body">
        <p className="comment-head">
          {user.isPublic ? (
            <a className="comment-name" href={`/user/${user.id}`}>
              {user.name}
            </a>
          ) : (
            <span className="comment-name">{user.name}</span>
          )}
          {replyTo && <span className="comment-partner">回复 @{replyTo.name}</span>}
          <time dateTime={createTime}>{timeText(createTime)}</time>
          {held !== null && <span className="badge">审核中</span>}
        </p>
        <CommentText content={content} />
        {held !== null && <p className="form-note">{held}。现在只有你看得到，通过之后会出现在这里。</p>}
        <CommentActions item={item} comment={comment} onAnswer={onAnswer} onAsk={onAsk} />
      </div>
    </div>
  )
}

function CommentActions({ item, comment, onAnswer, onAsk }: CommentLineProps) {
  const { id, user, likes, held } = comment
  const mine = useMyReaction(item)
  const { id: userId, roles } = useSession((state) => state.userInfo)
  const [notice, setNotice] = useState('')
  const isLiked = mine?.likedComments.includes(id) ?? false
  const like = useToggle({
    name: `like:${id}`,
    isOn: isLiked,
    count: likes,
    show: (on) =>
      changeMyReaction(item, ({ likedComments }) => ({
        likedComments: on ? [id, ...likedComments] : likedComments.filter((one) => one !== id),
      })),
    send: (on) => api.reaction.like({ itemType: 'comment', itemId: id, on }),
    say: setNotice,
  })
  const isAuthor = user?.id === userId
  return (
    <div className="comment-actions">
      {held === null && (
        <>
          <button
            type="button"
            className="text-button"
            aria-pressed={isLiked}
            aria-label={`赞 ${like.count}`}
            onClick={() => ensureLogin(item, { act: 'likeComment', id }) && void like.change(!isLiked)}
          >
            <Icon of={Heart} size={16} />
            <span className="count">{like.count}</span>
          </button>
          <ActionButton label="回复" onClick={onAnswer} icon={<Icon of={CornerDownRight} size={16} />} />
        </>
      )}
      {userId !== '' && (isAuthor || isEditor(roles)) && (
        <ActionButton label="删除" onClick={() => onAsk('remove')} icon={<Icon of={Trash2} size={16} />} />
      )}
      {userId !== '' && !isAuthor && (
        <ActionButton label="举报" onClick={() => onAsk('report')} icon={<Icon of={Flag} size={16} />} />
      )}
      <span role="status" className="reaction-notice">
        {notice}
      </span>
    </div>
  )
}

function ActionButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="text-button" onClick={onClick}>
      {icon}
      {label}
    </button>
  )
}
