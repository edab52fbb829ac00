import type { Item } from '#shared/api/item.ts'
import { useState } from 'react'
import type { Comment } from '#shared/api/community/comment.ts'
import { Failure } from '#shared/api/failure.ts'
import { changeMyReaction } from '#web/reaction/my-reaction-store.ts'
import { api } from '#web/session/session.ts'
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
      const reply = answered === undefined ? {} : { parentId: answered.id }
      const comment = await api.comment.create({ ...item, ...writing, ...reply })
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
      // A retry adds two seconds to the time that the user spent writing the comment, because time has passed since the
      // first attempt, and the server refuses comments that were written too quickly.
      const again = { ...one, failure: null, writing: { ...one.writing, elapsed: one.writing.elapsed + 2000 } }
      setSent((all) => all.map((other) => (other.key === one.key ? again : other)))
      void run(again)
    },
  }
}
