import type { reaction } from '#shared/api/community/reaction.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { requireItem } from '#server/catalogue/item/lock-item.ts'
import { listLikesAndSaves, listLikeSaveIds } from './like-save-queries.ts'
import { findMyReaction } from './my-reaction.ts'
import { findRatings } from './rating-queries.ts'
import { setLike, setSave } from './set-like.ts'
import { setRating } from './set-rating.ts'
import { countLikeSave } from '#server/account/user/contribution-queries.ts'

export const reactionHandlers: NounHandlers<typeof reaction> = {
  like: (input, context) => setLike(context.db, { userId: requireUser(context).id, ...input }),

  save: (input, context) => setSave(context.db, { userId: requireUser(context).id, ...input }),

  rate: (input, context) => setRating(context.db, { userId: requireUser(context).id, ...input }),

  view(item, { views, user, address }) {
    views.add(item, user?.id ?? address)
    return null
  },

  ratings(item, { db, dependsOn }) {
    dependsOn(topic.reactions(item))
    return findRatings(db, item)
  },

  async likeSave({ expand, ...request }, context) {
    const { db } = context
    const { id } = requireUser(context)
    if (expand !== undefined) return listLikesAndSaves(db, id, { expand, ...request })
    const [ids, counts] = await Promise.all([listLikeSaveIds(db, id), countLikeSave(db, id)])
    return { ...ids, counts }
  },

  async show(item, context) {
    await requireItem(context.db, item)
    return findMyReaction(context.db, requireUser(context).id, item)
  },
}
