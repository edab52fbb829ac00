import { useEffect } from 'react'
import { api } from '#web/session/session.ts'
import type { Item } from '#web/reaction/my-reaction-store.ts'

/** Counts a view of a book once its page is hydrated. A video is counted when it starts to play. */
export function useCountView({ itemType, itemId }: Item) {
  useEffect(() => {
    if (itemType === 'book') api.reaction.view({ itemType, itemId }).catch(() => undefined)
  }, [itemType, itemId])
}
