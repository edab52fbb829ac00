import type { Item } from '#shared/api/item.ts'
import { Suspense, useState } from 'react'
import type { Comment } from '#shared/api/community/comment.ts'
import { changeMyReaction, useMyReaction } from '#web/community/reaction/my-reaction-store.ts'
import { useIntention } from '#web/community/reaction/use-intention.ts'
import { api } from '#web/frame/session/session.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { useHydrationMark } from '#web/frame/page/mark-hydrated.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentThread, type ThreadActions } from './comment-thread.tsx'
import { SentComment } from './sent-comment.tsx'
import { useLinkedComment } from './use-linked-comment.ts'
import { type Outbox, useOutbox } from './use-outbox.ts'
import { type FirstComments, type Threads, useThreads } from './use-threads.ts'
import './comment.css'

const CommentDialog = lazyComponent(async () => (await import('./comment-dialog.tsx')).CommentDialog)

interface CommentSectionProps extends Item {
  /**
   * The first page of comments on a book or other item, as the API call `comment.list` returns it for `threadsPerPage`.
   */
  first: FirstComments
  /** Number of comments on the book or other item of the page, including replies. */
  count: number
}

/**
 * The comments on a book or other item. Pass the id of the item as `key`. The page must import `comment.css` and render
 * `ReactionBar`, which loads the user's own reactions.
 */
export function CommentSection({ itemType, itemId, first, count }: CommentSectionProps) {
  const item = { itemType, itemId }
  const element = useHydrationMark<HTMLElement>()
  const mine = useMyReaction(item)
  const threads = useThreads(item, first)
  const [countNew, setCountNew] = useState(0)
  const outbox = useOutbox(item, (comment) => {
    threads.add(comment)
    setCountNew((now) => now + 1)
  })
  const [answering, setAnswering] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ what: 'remove' | 'report'; comment: Comment } | null>(null)
  useIntention(item, ['answer', 'likeComment'], ({ act, id }) => {
    if (act === 'answer') setAnswering(id)
    else void threads.attempt(() => likeAfterLogin(item, id, threads))
  })
  useLinkedComment(threads.addThread)
  const held = mine?.heldComments ?? []
  const forget = (comment: Comment) => {
    threads.remove(comment)
    if (comment.held === null) setCountNew((now) => now - 1)
    changeMyReaction(item, ({ heldComments }) => ({
      heldComments: heldComments.filter(({ id }) => id !== comment.id),
    }))
  }
  const actions: ThreadActions = {
    ...outbox,
    answering,
    answer: (comment) => setAnswering(comment?.id ?? null),
    ask: (what, comment) => setAsked({ what, comment }),
    moreReplies: (thread) => void threads.moreReplies(thread),
  }
  const listed = { item, held, threads, outbox, actions }
  return (
    <section className="comments" id="comments" data-late ref={element} aria-labelledby="comments-title">
      <header className="comments-head">
        <h2 id="comments-title">评论 {count + countNew > 0 && <span className="count">{count + countNew}</span>}</h2>
        {threads.list.length > 1 && <SortButtons threads={threads} />}
      </header>
      <CommentForm item={item} onSend={(writing) => outbox.send(writing)} />
      <CommentList {...listed} isMissing={first.list.length === 0 && count > 0} />
      {asked && (
        <Suspense>
          <CommentDialog
            what={asked.what}
            comment={asked.comment}
            onClose={() => setAsked(null)}
            onRemoved={() => forget(asked.comment)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface CommentListProps {
  item: Item
  /** The current user's comments that wait for moderation. */
  held: Comment[]
  /** Whether the page came without its comments, because they could not be read. */
  isMissing: boolean
  threads: Threads
  outbox: Outbox
  actions: ThreadActions
}

function CommentList({ item, held, isMissing, threads, outbox, actions }: CommentListProps) {
  const listedIds = new Set(threads.list.map(({ id }) => id))
  const heldTopLevel = held
    .filter(({ parentId }) => parentId === null || !listedIds.has(parentId))
    .map((comment) => ({ ...comment, replies: [], nextReplies: null }))
  const all = [...heldTopLevel, ...threads.list]
  return (
    <>
      <ul className="comment-list" aria-busy={threads.isBusy}>
        {outbox.sent
          .filter(({ answered }) => answered === undefined)
          .map((one) => (
            <li key={one.key}>
              <SentComment sent={one} onRetry={() => outbox.retry(one)} onForget={() => outbox.forget(one.key)} />
            </li>
          ))}
        {all.map((thread) => (
          <CommentThread
            key={thread.id}
            item={item}
            thread={thread}
            held={held.filter(({ parentId }) => parentId === thread.id)}
            sent={outbox.sent.filter(({ answered }) => answered?.threadId === thread.id)}
            actions={actions}
          />
        ))}
      </ul>
      {all.length === 0 && outbox.sent.length === 0 && (
        <p className="comments-empty">
          {isMissing ? '评论没有取到，请过一会儿刷新。' : '还没有人说话。读过它的话，留下第一句吧。'}
        </p>
      )}
      {threads.message && <p role="alert">{threads.message}</p>}
      {threads.hasMore && (
        <button
          type="button"
          className="button button-quiet"
          disabled={threads.isBusy}
          onClick={() => void threads.more()}
        >
          更多评论
        </button>
      )}
    </>
  )
}

async function likeAfterLogin(item: Item, id: string, threads: Threads) {
  const { count } = await api.reaction.like({ itemType: 'comment', itemId: id, on: true })
  threads.change(id, () => ({ likes: count }))
  changeMyReaction(item, ({ likedComments }) => ({ likedComments: [id, ...likedComments] }))
}

function SortButtons({ threads }: { threads: Threads }) {
  const sorts = [
    { sort: 'hot', label: '热门' },
    { sort: 'new', label: '最新' },
  ] as const
  return (
    <div className="comment-sort" role="group" aria-label="排序">
      {sorts.map(({ sort, label }) => (
        <button
          key={sort}
          type="button"
          className="text-button"
          aria-pressed={threads.sort === sort}
          onClick={() => void threads.sortBy(sort)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
