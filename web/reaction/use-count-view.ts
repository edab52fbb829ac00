import { useEffect } from 'react'
import { api } from '../session/session.ts'
import type { Item } from './own-reaction-store.ts'

/** Says that somebody looks at a book, once its page is alive; a video is seen when it plays. */
export function useCountView({ itemType, itemId }: Item) {
  useEffect(() => {
    if (itemType === 'book') api.reaction.view({ itemType, itemId }).catch(() => undefined)
  }, [itemType, itemId])
}
