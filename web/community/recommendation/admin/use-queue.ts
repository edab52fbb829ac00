import { useEffect, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { RecommendationStatus } from '#shared/api/book/recommendation-fields.ts'
import type { QueueEntry } from '#shared/api/book/recommendation-admin.ts'
import { api } from '#web/frame/session/session.ts'

export interface Queue {
  list: QueueEntry[]
  total: number
  message: string
  isLoading: boolean
  hasMore: boolean
  reload: () => void
  loadMore: () => void
}

interface Answer {
  asked: string
  list: QueueEntry[]
  total: number
  cursor: string | null
}

/**
 * Loads the moderation queue of the recommendations with one status. After each decision, `reload` fetches the loaded
 * part of the queue again.
 */
export function useQueue(status: RecommendationStatus): Queue {
  const [turn, setTurn] = useState({ count: 0, limit: 20 })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [message, setMessage] = useState('')
  const { count, limit } = turn
  const asked = `${status} ${count} ${limit}`
  useEffect(() => {
    const controller = new AbortController()
    api.recommendation.queue({ status, limit }, controller.signal).then(
      ({ list, total, nextCursor }) => {
        setAnswer({ asked, list, total, cursor: nextCursor })
        setMessage('')
      },
      (error: unknown) =>
        controller.signal.aborted || setMessage(error instanceof Failure ? error.message : '没有读到，请刷新再试'),
    )
    return () => controller.abort()
  }, [status, limit, asked])
  const isOfState = answer?.asked.startsWith(`${status} `) ?? false
  return {
    list: isOfState ? (answer?.list ?? []) : [],
    total: isOfState ? (answer?.total ?? 0) : 0,
    message,
    isLoading: answer?.asked !== asked,
    // At most the fifty oldest recommendations are loaded; later ones move up as editors make decisions.
    hasMore: isOfState && answer?.cursor !== null && limit < 50,
    reload: () => setTurn({ count: count + 1, limit }),
    loadMore: () => setTurn({ count, limit: 50 }),
  }
}
