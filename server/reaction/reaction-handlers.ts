import type { reaction } from '#shared/api/community/reaction.ts'
import { demandUser } from '#server/call/require-user.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { topic } from '#server/cache/topics.ts'
import { demandItem } from '#server/item/lock-item.ts'
import { recountReactions } from '#server/item/recount-reactions.ts'
import { countLikeSave, listKept, listLikeSaveIds } from './like-save-queries.ts'
import { findOwnReaction } from './own-reaction.ts'
import { findRatings } from './rating-queries.ts'
import { setLike, setSave } from './set-like.ts'
import { setRating } from './set-rating.ts'

export const reactionHandlers: NounHandlers<typeof reaction> = {
  like: (input, context) => setLike(context.db, { userId: demandUser(context).id, ...input }),

  save: (input, context) => setSave(context.db, { userId: demandUser(context).id, ...input }),

  rate: (input, context) => setRating(context.db, { userId: demandUser(context).id, ...input }),

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
    const { id } = demandUser(context)
    if (expand !== undefined) return listKept(db, id, { expand, ...request })
    const [ids, counts] = await Promise.all([listLikeSaveIds(db, id), countLikeSave(db, id)])
    return { ...ids, counts }
  },

  async show(item, context) {
    await demandItem(context.db, item)
    return findOwnReaction(context.db, demandUser(context).id, item)
  },

  recount: ({ itemType, after }, { db }) => recountReactions(db, itemType, after),
}
