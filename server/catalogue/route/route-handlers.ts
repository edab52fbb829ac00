import { topic } from '#server/platform/cache/topics.ts'
import type { route } from '#shared/api/place/route.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { listRoutes } from './route-queries.ts'

export const routeHandlers: NounHandlers<typeof route> = {
  async list(_, { db, dependsOn }) {
    dependsOn(topic.routes, topic.books)
    return { list: await listRoutes(db) }
  },
}
