import { useEffect } from 'react'
import { api } from '#web/session/session.ts'
import type { Item } from '#web/reaction/own-reaction-store.ts'

/** Says that somebody looks at a book, once its page is alive; a video is seen when it plays. */
export function useCountView({ itemType, itemId }: Item) {
  useEffect(() => {
    if (itemType === 'book') api.reaction.view({ itemType, itemId }).catch(() => undefined)
  }, [itemType, itemId])
}
