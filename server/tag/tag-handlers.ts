import type { tag } from '#shared/api/tag.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { listTags } from './tag-queries.ts'

export const tagHandlers: NounHandlers<typeof tag> = {
  async list(_, { db, reads }) {
    reads('tags')
    return { list: await listTags(db) }
  },
}
