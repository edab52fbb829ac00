import type { comment } from '#shared/api/community/comment.ts'
import { fail } from '#shared/api/failure.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { requireItem } from '#server/catalogue/item/lock-item.ts'
import { countThreads, findThread, listMyComments, listThreads } from './comment-queries.ts'
import { postComment } from './post-comment.ts'
import { removeComment } from './remove-comment.ts'
import { listReplies } from './reply-queries.ts'
import { countMyComments } from '#server/account/user/contribution-queries.ts'

export const commentHandlers: NounHandlers<typeof comment> = {
  create: (input, { db, user, site }) => postComment(db, requireUser({ user }), input, site),

  async list(input, { db, dependsOn }) {
    dependsOn(topic.reactions(input))
    const { countComments } = await requireItem(db, input)
    if (countComments === 0) return { list: [], nextCursor: null, total: 0 }
    const page = await listThreads(db, input)
    const isComplete = input.cursor === undefined && page.nextCursor === null
    const total = isComplete ? page.list.length : await countThreads(db, input)
    const listed = page.list.flatMap((thread) => [thread, ...thread.replies])
    dependsOn(...listed.flatMap(({ user }) => (user ? topic.user(user.id) : [])))
    return { ...page, total }
  },

  thread: async ({ id }, { db }) => (await findThread(db, id)) ?? fail('missing', '没有找到这条评论，它可能已经删除'),

  replies: ({ id, ...paging }, { db }) => listReplies(db, id, paging),

  userList: (paging, { db, user }) => listMyComments(db, requireUser({ user }).id, paging),

  async remove(input, { db, user }) {
    await removeComment(db, requireUser({ user }), input)
    return null
  },

  count: async (_, { db, user }) => ({ count: await countMyComments(db, requireUser({ user }).id) }),
}
