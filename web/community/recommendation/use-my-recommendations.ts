import { useEffect, useState } from 'react'
import type { Output } from '#shared/api/endpoint.ts'
import { Failure } from '#shared/api/failure.ts'
import type { recommendation } from '#shared/api/book/recommendation.ts'
import type { Recommendation } from '#shared/api/book/recommendation-fields.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'

interface Pages {
  list: Recommendation[]
  total: number
  /** Cursor of the next page; undefined before the first page, null after the last. */
  cursor: string | null | undefined
  message: string
  isLoading: boolean
}

/** Loads the user's own recommendations page by page. */
export function useMyRecommendations() {
  const [pages, setPages] = useState<Pages>({ list: [], total: 0, cursor: undefined, message: '', isLoading: true })
  useEffect(() => {
    const controller = new AbortController()
    api.recommendation.list({}, controller.signal).then(
      (page) => setPages((current) => joined(current, page)),
      (error: unknown) => controller.signal.aborted || setPages((current) => failed(current, error)),
    )
    return () => controller.abort()
  }, [])
  const recommends = pages.list
  useEffect(() => useSession.setState({ recommends }), [recommends])
  return {
    ...pages,
    hasMore: typeof pages.cursor === 'string',
    loadMore: () => {
      setPages({ ...pages, isLoading: true, message: '' })
      api.recommendation.list(pages.cursor ? { cursor: pages.cursor } : {}).then(
        (page) => setPages((current) => joined(current, page)),
        (error: unknown) => setPages((current) => failed(current, error)),
      )
    },
    replace: (changed: Recommendation) =>
      setPages((current) => ({ ...current, list: current.list.map((one) => (one.id === changed.id ? changed : one)) })),
  }
}

type Page = Output<(typeof recommendation)['list']>

function joined({ list }: Pages, page: Page): Pages {
  const known = new Set(list.map(({ id }) => id))
  const fresh = page.list.filter(({ id }) => !known.has(id))
  return { list: [...list, ...fresh], total: page.total, cursor: page.nextCursor, message: '', isLoading: false }
}

function failed(pages: Pages, error: unknown): Pages {
  return {
    ...pages,
    message: error instanceof Failure ? error.message : '没有读到你的推荐，请再试一次',
    isLoading: false,
  }
}
