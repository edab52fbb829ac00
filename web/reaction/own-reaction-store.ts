import { useEffect } from 'react'
import { create } from 'zustand'
import type { ItemType } from '#shared/api/mark.ts'
import type { OwnReaction } from '#shared/api/reaction.ts'
import { api } from '../session/session.ts'
import { useSession } from '../session/session-store.ts'

export interface Item {
  itemType: ItemType
  itemId: string
}

/** What the reader has done about the items he looked at; without a word about those not asked for yet. */
const useStore = create<Record<string, OwnReaction>>()(() => ({}))

function keyOf({ itemType, itemId }: Item) {
  return `${useSession.getState().userInfo.id}:${itemType}:${itemId}`
}

/** What the reader has done about an item; undefined while that is not known, or nobody is logged in. */
export function useOwnReaction({ itemType, itemId }: Item): OwnReaction | undefined {
  const userId = useSession((state) => state.userInfo.id)
  return useStore((state) => state[`${userId}:${itemType}:${itemId}`])
}

/** Asks for it once the reader is known. */
export function useAskOwnReaction({ itemType, itemId }: Item) {
  const userId = useSession((state) => state.userInfo.id)
  useEffect(() => {
    if (userId === '') return undefined
    const controller = new AbortController()
    void api.reaction.show({ itemType, itemId }, controller.signal).then(
      (own) => useStore.setState({ [`${userId}:${itemType}:${itemId}`]: own }),
      // Without it the page shows what is the same for all.
      () => undefined,
    )
    return () => controller.abort()
  }, [userId, itemType, itemId])
}

/** Has the page show at once what the reader did. */
export function changeOwnReaction(item: Item, change: (own: OwnReaction) => Partial<OwnReaction>) {
  const key = keyOf(item)
  useStore.setState((state) => {
    const own = state[key] ?? nothingDone
    return { [key]: { ...own, ...change(own) } }
  })
}

const nothingDone: OwnReaction = {
  liked: false,
  saved: false,
  score: null,
  shelf: null,
  likedComments: [],
  heldComments: [],
}
