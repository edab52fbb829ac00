import { create } from 'zustand'
import { api } from '#web/frame/session/session.ts'
import { rememberLikeSave, useSession } from '#web/frame/session/session-store.ts'

/**
 * Numbers of the user's likes, saves, recommendations and comments, shown in the header and the user centre; undefined
 * while unknown.
 */
export interface Counters {
  likes: { books: number; videos: number; comments: number } | undefined
  saves: { books: number; videos: number } | undefined
  recommends: number | undefined
  comments: number | undefined
}

const unknown: Counters = { likes: undefined, saves: undefined, recommends: undefined, comments: undefined }

export const useCounters = create<Counters>()(() => unknown)

export function clearCounters() {
  useCounters.setState(unknown)
}

let asked = 0

/**
 * Loads the numbers of the user's likes, saves, recommendations and comments. A number whose request fails does not
 * change, and the failure is logged.
 */
export async function refreshCounters() {
  const turn = ++asked
  const take = (part: Partial<Counters>) => turn === asked && useCounters.setState(part)
  const ignore = () => undefined
  const { id } = useSession.getState().userInfo
  await Promise.all([
    api.reaction.likeSave({}).then((likeSave) => {
      if (!('counts' in likeSave) || turn !== asked) return
      take(likeSave.counts)
      rememberLikeSave(id, likeSave)
    }, ignore),
    api.recommendation.count().then(({ count }) => take({ recommends: count }), ignore),
    api.comment.count().then(({ count }) => take({ comments: count }), ignore),
  ])
}
