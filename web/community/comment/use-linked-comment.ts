import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import type { CommentThread } from '#shared/api/community/comment.ts'
import { api } from '#web/frame/session/session.ts'

/** Loads the comment that the URL links to, if the page does not contain the comment yet, and scrolls to it. */
export function useLinkedComment(addThread: (thread: CommentThread) => void) {
  const { hash } = useLocation()
  const take = useEffectEvent(addThread)
  useEffect(() => {
    const id = /^#comment-([\da-f-]{36})$/.exec(hash)?.[1]
    if (id === undefined || goTo(hash)) return undefined
    const controller = new AbortController()
    void api.comment.thread({ id }, controller.signal).then(
      (thread) => {
        flushSync(() => take(thread))
        goTo(hash)
      },
      // If the comment to which the URL links is deleted, the page shows the other comments.
      () => undefined,
    )
    return () => controller.abort()
  }, [hash])
}

function goTo(hash: string): boolean {
  const line = document.getElementById(hash.slice(1))
  line?.scrollIntoView({ block: 'center' })
  return line !== null
}
