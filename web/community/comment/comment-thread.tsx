import type { Comment, CommentThread as Thread } from '#shared/api/community/comment.ts'
import type { Item } from '#shared/api/item.ts'
import { CommentForm, type Writing } from './comment-form.tsx'
import { CommentLine } from './comment-line.tsx'
import { SentComment } from './sent-comment.tsx'
import type { Sent } from './use-outbox.ts'

export interface ThreadActions {
  /** The comment of this thread to which the user is writing a reply. */
  answering: string | null
  answer: (comment: Comment | null) => void
  ask: (asked: 'remove' | 'report', comment: Comment) => void
  send: (writing: Writing, answered: Sent['answered']) => void
  retry: (sent: Sent) => void
  forget: (key: number) => void
  moreReplies: (thread: Thread) => void
}

interface CommentThreadProps {
  item: Item
  thread: Thread
  /** The current user's replies in the thread of comments that are held for review. */
  held: Comment[]
  sent: Sent[]
  actions: ThreadActions
}

/** A comment with its replies. */
export function CommentThread({ item, thread, held, sent, actions }: CommentThreadProps) {
  const rest = thread.countReplies - thread.replies.length
  const line = (comment: Comment) => (
    <>
      <CommentLine
        item={item}
        comment={comment}
        onAnswer={() => actions.answer(comment)}
        onAsk={(asked) => actions.ask(asked, comment)}
      />
      {actions.answering === comment.id && comment.user !== null && (
        <Answering item={item} threadId={thread.id} id={comment.id} name={comment.user.name} actions={actions} />
      )}
    </>
  )
  const hasAnswers = thread.replies.length + held.length + sent.length > 0
  return (
    <li>
      {line(thread)}
      {hasAnswers && (
        <ul className="comment-replies" aria-label="回复">
          {[...thread.replies, ...held].map((reply) => (
            <li key={reply.id}>{line(reply)}</li>
          ))}
          {sent.map((one) => (
            <li key={one.key}>
              <SentComment sent={one} onRetry={() => actions.retry(one)} onForget={() => actions.forget(one.key)} />
            </li>
          ))}
        </ul>
      )}
      {thread.nextReplies !== null && rest > 0 && (
        <button type="button" className="text-button comment-more" onClick={() => actions.moreReplies(thread)}>
          还有 {rest} 条回复
        </button>
      )}
    </li>
  )
}

interface AnsweringProps {
  item: Item
  threadId: string
  id: string
  name: string
  actions: ThreadActions
}

function Answering({ item, threadId, id, name, actions }: AnsweringProps) {
  return (
    <div className="comment-answering">
      <CommentForm
        item={item}
        answered={{ id, name }}
        onClose={() => actions.answer(null)}
        onSend={(writing) => {
          actions.send(writing, { id, name, threadId })
          actions.answer(null)
        }}
      />
    </div>
  )
}
