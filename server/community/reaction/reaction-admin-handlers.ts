import type { reactionAdmin } from '#shared/api/community/reaction-admin.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { recountReactions } from '#server/catalogue/item/recount-reactions.ts'

export const reactionAdminHandlers: NounHandlers<typeof reactionAdmin> = {
  recount: ({ itemType, after }, { db }) => recountReactions(db, itemType, after),
}
