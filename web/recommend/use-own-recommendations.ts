import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { Recommendation } from '#shared/api/recommendation.ts'
import { api } from '../session/session.ts'

interface Pages {
  list: Recommendation[]
  total: number
  /** Where the next page begins; undefined before the first, null after the last. */
  cursor: string | null | undefined
  message: string
  isLoading: boolean
}

/** One's own recommendations, a page more each time. */
export function useOwnRecommendations() {
  const [pages, setPages] = useState<Pages>({ list: [], total: 0, cursor: undefined, message: '', isLoading: true })
  const load = async (signal?: AbortSignal) => {
    const { cursor } = pages
    try {
      const page = await api.recommend.list({ ...(cursor ? { cursor } : {}) }, signal)
      setPages(({ list }) => {
        const known = new Set(list.map(({ id }) => id))
        const fresh = page.list.filter(({ id }) => !known.has(id))
        return { list: [...list, ...fresh], total: page.total, cursor: page.nextCursor, message: '', isLoading: false }
      })
    } catch (error) {
      if (signal?.aborted) return
      const message = error instanceof Failure ? error.message : '没有读到你的推荐，请再试一次'
      setPages((current) => ({ ...current, message, isLoading: false }))
    }
  }
  const begin = useEffectEvent((signal: AbortSignal) => void load(signal))
  useEffect(() => {
    const controller = new AbortController()
    begin(controller.signal)
    return () => controller.abort()
  }, [])
  return {
    ...pages,
    hasMore: typeof pages.cursor === 'string',
    loadMore: () => {
      setPages({ ...pages, isLoading: true, message: '' })
      void load()
    },
    replace: (changed: Recommendation) =>
      setPages((current) => ({ ...current, list: current.list.map((one) => (one.id === changed.id ? changed : one)) })),
  }
}
