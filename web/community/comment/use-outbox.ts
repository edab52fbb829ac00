import type { Item } from '#shared/api/item.ts'
import { useState } from 'react'
import type { Comment } from '#shared/api/community/comment.ts'
import { Failure } from '#shared/api/failure.ts'
import { shortestWritingMs } from '#shared/shortest-writing.ts'
import { changeMyReaction } from '#web/community/reaction/my-reaction-store.ts'
import { api } from '#web/frame/session/session.ts'
import { draftKey, readDraft, storeDraft } from './comment-draft.ts'
import type { Writing } from './comment-form.tsx'

/** A comment that is being sent, or that failed to send. */
export interface Sent {
  key: number
  /** The comment to which this reply answers, and the thread of comments that contains both. */
  answered: { id: string; name: string; threadId: string } | undefined
  writing: Writing
  /** Reason why the comment was not sent; null while it is being sent. */
  failure: string | null
}

export type Outbox = ReturnType<typeof useOutbox>

let keys = 0

/** Shows a comment as soon as it is sent. If sending fails, the comment stays with the reason and a retry button. */
export function useOutbox(item: Item, onPublished: (comment: Comment) => void) {
  const [sent, setSent] = useState<Sent[]>([])
  const forget = (key: number) => setSent((all) => all.filter((one) => one.key !== key))
  const run = async ({ key, answered, writing }: Sent) => {
    try {
      // The server refuses what nobody can have written so fast, such as a pasted comment, so such a one waits here.
      const early = shortestWritingMs - writing.elapsed
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      const elapsed = Math.max(writing.elapsed, shortestWritingMs)
      const reply = answered === undefined ? {} : { parentId: answered.id }
      const comment = await api.comment.create({ ...item, ...writing, elapsed, ...reply })
      forget(key)
      const draft = draftKey(item, answered?.id)
      if (readDraft(draft).text.trim() === writing.content) storeDraft(draft, { text: '', since: 0 })
      if (comment.held === null) onPublished(comment)
      else
        changeMyReaction(item, ({ heldComments }) => ({
          heldComments: [...heldComments.filter(({ id }) => id !== comment.id), comment],
        }))
    } catch (error) {
      const failure = error instanceof Failure ? error.message : '没有发出去，请再试一次'
      setSent((all) => all.map((one) => (one.key === key ? { ...one, failure } : one)))
    }
  }
  return {
    sent,
    forget,
    send: (writing: Writing, answered?: Sent['answered']) => {
      const one: Sent = { key: ++keys, answered, writing, failure: null }
      setSent((all) => [...all, one])
      void run(one)
    },
    retry: (one: Sent) => {
      const again = { ...one, failure: null }
      setSent((all) => all.map((other) => (other.key === one.key ? again : other)))
      void run(again)
    },
  }
}
