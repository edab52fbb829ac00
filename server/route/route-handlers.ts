import type { route } from '#shared/api/route.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { listRoutes } from './route-queries.ts'

export const routeHandlers: NounHandlers<typeof route> = {
  async list(_, { db, reads }) {
    reads('routes', 'books')
    return { list: await listRoutes(db) }
  },
}
