import { useEffect } from 'react'
import { api } from '#web/frame/session/session.ts'
import type { Item } from '#shared/api/item.ts'

/** Counts a view of a book once its page is hydrated. A video is counted when it starts to play. */
export function useCountView({ itemType, itemId }: Item) {
  useEffect(() => {
    if (itemType === 'book') api.reaction.view({ itemType, itemId }).catch(() => undefined)
  }, [itemType, itemId])
}
