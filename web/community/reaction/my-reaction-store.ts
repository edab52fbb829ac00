import { useEffect } from 'react'
import { create } from 'zustand'
import type { Item } from '#shared/api/item.ts'
import type { MyReaction } from '#shared/api/community/reaction.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'

interface Known {
  mine: MyReaction
  /**
   * Whether the server has answered with the user's reactions, and they were merged with the changes made on this page.
   */
  isLoaded: boolean
}

/** The user's reactions to the books and videos that they have viewed since the site was loaded. */
const useStore = create<Record<string, Known>>()(() => ({}))

type Change = (mine: MyReaction) => Partial<MyReaction>
/**
 * Changes that the user made while their reactions were being loaded. They are applied again to the server's answer,
 * which may be older.
 */
const changesWhileLoading = new Map<string, Change[]>()
/**
 * Changes that the user made while the login check ran, by item. They are assigned to the user whose login the check
 * confirms.
 */
const changesDuringLoginCheck = new Map<string, Change[]>()
/** Milliseconds before a failed request for the user's reactions is repeated. */
const retryDelayMs = 10_000

function keyOf({ itemType, itemId }: Item) {
  return `${useSession.getState().userInfo.id}:${itemType}:${itemId}`
}

/** Returns the user's reactions to a book or video as far as they are known; undefined if none are known. */
export function useMyReaction(item: Item): MyReaction | undefined {
  return useKnown(item)?.mine
}

/** Returns whether all of the user's reactions to a book or video are loaded. */
export function useIsMyReactionLoaded(item: Item): boolean {
  return useKnown(item)?.isLoaded ?? false
}

function useKnown({ itemType, itemId }: Item): Known | undefined {
  const userId = useSession((state) => state.userInfo.id)
  return useStore((state) => state[`${userId}:${itemType}:${itemId}`])
}

/**
 * Loads the user's reactions to an item once the user is known. If that fails, the page shows the public state and
 * retries.
 */
export function useLoadMyReaction({ itemType, itemId }: Item) {
  const userId = useSession((state) => state.userInfo.id)
  useEffect(() => {
    if (userId === '') return undefined
    const controller = new AbortController()
    const key = `${userId}:${itemType}:${itemId}`
    let timer: ReturnType<typeof setTimeout> | undefined
    const changes: Change[] = []
    changesWhileLoading.set(key, changes)
    const earlyKey = `:${itemType}:${itemId}`
    for (const change of changesDuringLoginCheck.get(earlyKey) ?? []) changeMyReaction({ itemType, itemId }, change)
    changesDuringLoginCheck.delete(earlyKey)
    const end = () => changesWhileLoading.get(key) === changes && changesWhileLoading.delete(key)
    const ask = async () => {
      try {
        const mine = await api.reaction.show({ itemType, itemId }, controller.signal)
        const now = changes.reduce((now, change) => ({ ...now, ...change(now) }), mine)
        useStore.setState({ [key]: { mine: now, isLoaded: true } })
        end()
      } catch (error) {
        const mayPass = error instanceof Failure && ['unavailable', 'broken', 'tooMany'].includes(error.kind)
        if (mayPass && !controller.signal.aborted) timer = setTimeout(() => void ask(), retryDelayMs)
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

/** Applies a change of the user's reactions to the page at once, before the server has answered. */
export function changeMyReaction(item: Item, change: Change) {
  const key = keyOf(item)
  changesWhileLoading.get(key)?.push(change)
  if (useSession.getState().userInfo.id === '')
    changesDuringLoginCheck.set(key, [...(changesDuringLoginCheck.get(key) ?? []), change])
  useStore.setState((state) => {
    const { mine, isLoaded } = state[key] ?? { mine: noReactions, isLoaded: false }
    return { [key]: { mine: { ...mine, ...change(mine) }, isLoaded } }
  })
}

const noReactions: MyReaction = {
  liked: false,
  saved: false,
  score: null,
  shelf: null,
  likedComments: [],
  heldComments: [],
}
