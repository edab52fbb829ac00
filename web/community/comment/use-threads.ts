import { useRef, useState } from 'react'
import type { Comment, CommentSort, CommentThread } from '#shared/api/community/comment.ts'
import type { Item } from '#shared/api/item.ts'
import { api } from '#web/frame/session/session.ts'
import { useAttempt } from '#web/ui/use-attempt.ts'
import { threadsPerPage } from './threads-at-once.ts'

export interface FirstComments {
  list: CommentThread[]
  nextCursor: string | null
  total: number
}

/** React hook that manages the comments on a page: the initial ones, further pages, another sort order, and changes. */
export function useThreads(item: Item, first: FirstComments) {
  const [sort, setSort] = useState<CommentSort>('hot')
  const [list, setList] = useState(first.list)
  const [nextCursor, setNextCursor] = useState(first.nextCursor)
  const [isBusy, setIsBusy] = useState(false)
  const { message, attempt } = useAttempt()
  const asking = useRef<AbortController>(undefined)
  /** Requests a page of the list, and drops the request that is under way: its page may belong to another order. */
  const ask = async (chosen: CommentSort, cursor: string | undefined, show: (page: FirstComments) => void) => {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    setIsBusy(true)
    await attempt(async () => {
      const call = api.comment.list({ ...item, sort: chosen, limit: threadsPerPage, cursor }, signal)
      const page = await call.catch((error: unknown) => (signal.aborted ? undefined : Promise.reject(error)))
      if (page === undefined || signal.aborted) return
      show(page)
      setNextCursor(page.nextCursor)
    })
    if (!signal.aborted) setIsBusy(false)
  }
  return {
    sort,
    list,
    hasMore: nextCursor !== null,
    isBusy,
    message,
    /** Runs another action on a comment, and shows its error message below the comments if it fails. */
    attempt,
    sortBy: (chosen: CommentSort) =>
      ask(chosen, undefined, (page) => {
        setSort(chosen)
        setList(page.list)
      }),
    more: () =>
      ask(sort, nextCursor ?? undefined, (page) => setList((shown) => [...shown, ...without(page.list, shown)])),
    moreReplies: (thread: CommentThread) =>
      attempt(async () => {
        const page = await api.comment.replies({ id: thread.id, cursor: thread.nextReplies ?? undefined })
        setList((shown) =>
          shown.map((one) =>
            one.id === thread.id
              ? { ...one, replies: merge(one.replies, page.list), nextReplies: page.nextCursor }
              : one,
          ),
        )
      }),
    /** Adds a comment with its replies. The page may not contain the comment yet, or only some of the replies. */
    addThread: (thread: CommentThread) =>
      setList((shown) =>
        shown.some(({ id }) => id === thread.id)
          ? shown.map((one) => (one.id === thread.id ? { ...one, replies: merge(one.replies, thread.replies) } : one))
          : [thread, ...shown],
      ),
    add: (comment: Comment) => setList((shown) => withComment(shown, comment)),
    change: (id: string, change: (comment: Comment) => Partial<Comment>) =>
      setList((shown) => shown.map((thread) => changed(thread, id, change))),
    remove: (comment: Comment) => setList((shown) => withoutComment(shown, comment)),
  }
}
export type Threads = ReturnType<typeof useThreads>

function without<T extends Comment>(list: T[], shown: Comment[]): T[] {
  const ids = new Set(shown.map(({ id }) => id))
  return list.filter(({ id }) => !ids.has(id))
}

/** Sorts comments by id, which is the order of creation. */
function merge(shown: Comment[], more: Comment[]): Comment[] {
  return [...shown, ...without(more, shown)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function withComment(list: CommentThread[], comment: Comment): CommentThread[] {
  if (comment.parentId === null) return [{ ...comment, replies: [], nextReplies: null }, ...list]
  return list.map((thread) =>
    thread.id === comment.parentId
      ? { ...thread, replies: merge(thread.replies, [comment]), countReplies: thread.countReplies + 1 }
      : thread,
  )
}

function changed(thread: CommentThread, id: string, change: (comment: Comment) => Partial<Comment>): CommentThread {
  if (thread.id === id) return { ...thread, ...change(thread) }
  return { ...thread, replies: thread.replies.map((one) => (one.id === id ? { ...one, ...change(one) } : one)) }
}

/** Removes a deleted comment from the list. A deleted comment with replies stays in the list without its text. */
function withoutComment(list: CommentThread[], { id, parentId }: Comment): CommentThread[] {
  return list.flatMap((thread) => {
    if (thread.id === id) return thread.countReplies > 0 ? [{ ...thread, deleted: true, content: '', user: null }] : []
    if (thread.id !== parentId) return [thread]
    const replies = thread.replies.filter((reply) => reply.id !== id)
    return [{ ...thread, replies, countReplies: thread.countReplies - 1 }]
  })
}
