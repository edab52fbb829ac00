import { topic } from '#server/platform/cache/topics.ts'
import type { tag } from '#shared/api/tag/tag.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { listTags } from './tag-queries.ts'

export const tagHandlers: NounHandlers<typeof tag> = {
  async list(_, { db, dependsOn }) {
    dependsOn(topic.tags)
    return { list: await listTags(db) }
  },
}
