import type { kosync } from '#shared/api/account/kosync.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { notifyUser } from '#server/account/user/notify-owner.ts'
import { deleteKey, findKey, createKey } from '#server/reading/e-reader/key/e-reader-key.ts'

export const kosyncHandlers: NounHandlers<typeof kosync> = {
  show: async (_, context) => ({ key: await findKey(context.db, requireUser(context).id) }),

  async create(_, context) {
    const { id } = requireUser(context)
    const created = await createKey(context.db, id)
    await notifyUser(context, id, 'syncKeyCreated')
    return created
  },

  async revoke(_, context) {
    await deleteKey(context.db, requireUser(context).id)
    return null
  },
}
