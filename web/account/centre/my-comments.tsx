import { useEffect, useState } from 'react'
import type { MyComment } from '#shared/api/community/comment.ts'
import { dayText } from '#web/ui/time-text.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { refreshCounters } from '#web/account/counters-store.ts'
import { ItemLine } from './item-line.tsx'

const ask = (cursor?: string, signal?: AbortSignal) => api.comment.userList({ ...(cursor && { cursor }) }, signal)
const keyOf = ({ id }: MyComment) => id

/** List of all comments that the current user has written, with their moderation state. */
export function MyComments() {
  const pages = usePagedList(ask, keyOf)
  const comments = pages.list
  useEffect(() => {
    if (comments) useSession.setState({ comments })
  }, [comments])
  const remove = async (id: string) => {
    await api.comment.remove({ id })
    pages.change(id, () => undefined)
    await refreshCounters()
  }
  return (
    <section aria-label="评论">
      <PagedList
        pages={pages}
        label="评论"
        keyOf={keyOf}
        empty={
          <>
            <p>还没有评论。读完一本书，在它下面说说看。</p>
            <a className="button" href="/book">
              看看好书
            </a>
          </>
        }
      >
        {(comment) => <CommentLine comment={comment} onRemove={remove} />}
      </PagedList>
    </section>
  )
}

function CommentLine({ comment, onRemove }: { comment: MyComment; onRemove: (id: string) => Promise<void> }) {
  const { id, item, content, createTime, likes, countReplies, replyTo, deleted } = comment
  return (
    <ItemLine
      item={item}
      {...(!deleted && { hash: `#comment-${id}` })}
      action={<RemoveButton title={item.title} onRemove={() => onRemove(id)} />}
    >
      <State comment={comment} />
      {content && (
        <blockquote className="item-line-words">
          {replyTo && <span className="item-line-to">回复 {replyTo.name}：</span>}
          {content}
        </blockquote>
      )}
      <p className="item-line-facts">
        <time dateTime={createTime}>{dayText(createTime)}</time>
        {likes > 0 && <span>{likes} 人喜欢</span>}
        {countReplies > 0 && <span>{countReplies} 条回复</span>}
      </p>
    </ItemLine>
  )
}

/** Message that tells the author of a comment why other users do not see it. */
function State({ comment: { held, deleted, reason } }: { comment: MyComment }) {
  if (deleted && reason === null) return <p className="item-line-state">已删除</p>
  if (deleted) return <p className="item-line-state">已被编辑删除{reason && `：${reason}`}</p>
  return held === null ? null : <p className="item-line-state">审核中，别人还看不到：{held}</p>
}

/** Button that deletes a comment after a second click, because a deleted comment cannot be restored by its author. */
function RemoveButton({ title, onRemove }: { title: string; onRemove: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false)
  const [message, setMessage] = useState('')
  const remove = () => onRemove().catch((error: unknown) => setMessage(describeFailure(error).message))
  return (
    <>
      <button
        type="button"
        className={isAsking ? 'button' : 'button button-quiet'}
        onClick={() => (isAsking ? void remove() : setIsAsking(true))}
        onBlur={() => setIsAsking(false)}
      >
        {isAsking ? '确定删除' : '删除'}
        <span className="visually-hidden">：在《{title}》下的评论</span>
      </button>
      {message && (
        <p role="alert" className="field-error">
          {message}
        </p>
      )}
    </>
  )
}
