import type { kosync } from '#shared/api/kosync.ts'
import { demandUser } from '#server/auth/demand-user.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { tellUser } from '#server/user/tell-owner.ts'
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
