import { useEffect } from 'react'
import { create } from 'zustand'
import type { ItemType } from '#shared/api/place/mark.ts'
import type { MyReaction } from '#shared/api/community/reaction.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/session/session.ts'
import { useSession } from '#web/session/session-store.ts'

export interface Item {
  itemType: ItemType
  itemId: string
}

interface Known {
  own: MyReaction
  /** Whether the server has said so, beside what was done here meanwhile. */
  isHeard: boolean
}

/** What the reader has done about the items he looked at. */
const useStore = create<Record<string, Known>>()(() => ({}))

type Change = (own: MyReaction) => Partial<MyReaction>
/** What the reader does while the server is asked what he has done: its answer may be from before. */
const meanwhile = new Map<string, Change[]>()
/** Milliseconds. */
const retryPause = 10_000

function keyOf({ itemType, itemId }: Item) {
  return `${useSession.getState().userInfo.id}:${itemType}:${itemId}`
}

/** What the reader has done about an item, as far as it is known here; undefined where nothing is. */
export function useMyReaction(item: Item): MyReaction | undefined {
  return useKnown(item)?.own
}

/** Whether all is known of what the reader has done about an item. */
export function useIsMyReactionLoaded(item: Item): boolean {
  return useKnown(item)?.isHeard ?? false
}

function useKnown({ itemType, itemId }: Item): Known | undefined {
  const userId = useSession((state) => state.userInfo.id)
  return useStore((state) => state[`${userId}:${itemType}:${itemId}`])
}

/** Asks for it once the reader is known; without an answer the page shows what is the same for all, and asks again. */
export function useLoadMyReaction({ itemType, itemId }: Item) {
  const userId = useSession((state) => state.userInfo.id)
  useEffect(() => {
    if (userId === '') return undefined
    const controller = new AbortController()
    const key = `${userId}:${itemType}:${itemId}`
    let timer: ReturnType<typeof setTimeout> | undefined
    const changes: Change[] = []
    meanwhile.set(key, changes)
    const end = () => meanwhile.get(key) === changes && meanwhile.delete(key)
    const ask = async () => {
      try {
        const own = await api.reaction.show({ itemType, itemId }, controller.signal)
        const now = changes.reduce((now, change) => ({ ...now, ...change(now) }), own)
        useStore.setState({ [key]: { own: now, isHeard: true } })
        end()
      } catch (error) {
        const mayPass = error instanceof Failure && ['unavailable', 'broken', 'tooMany'].includes(error.kind)
        if (mayPass && !controller.signal.aborted) timer = setTimeout(() => void ask(), retryPause)
      }
    }
    void ask()
    return () => {
      controller.abort()
      clearTimeout(timer)
      end()
    }
  }, [userId, itemType, itemId])
}

/** Has the page show at once what the reader did. */
export function changeMyReaction(item: Item, change: Change) {
  const key = keyOf(item)
  meanwhile.get(key)?.push(change)
  useStore.setState((state) => {
    const { own, isHeard } = state[key] ?? { own: nothingDone, isHeard: false }
    return { [key]: { own: { ...own, ...change(own) }, isHeard } }
  })
}

const nothingDone: MyReaction = {
  liked: false,
  saved: false,
  score: null,
  shelf: null,
  likedComments: [],
  heldComments: [],
}
