import type { kosync } from '#shared/api/account/kosync.ts'
import { demandUser } from '#server/call/require-user.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { tellUser } from '#server/account/user/notify-owner.ts'
import { dropKey, findKey, makeKey } from './kosync-key.ts'

export const kosyncHandlers: NounHandlers<typeof kosync> = {
  show: async (_, context) => ({ key: await findKey(context.db, demandUser(context).id) }),

  async create(_, context) {
    const { id } = demandUser(context)
    const made = await makeKey(context.db, id)
    await tellUser(context, id, 'syncKeyMade')
    return made
  },

  async revoke(_, context) {
    await dropKey(context.db, demandUser(context).id)
    return null
  },
}
