import type { search } from '#shared/api/search.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { suggest } from './suggest.ts'

export const searchHandlers: NounHandlers<typeof search> = {
  suggest: ({ query, limit }, { db }) => suggest(db, query, limit),
}
