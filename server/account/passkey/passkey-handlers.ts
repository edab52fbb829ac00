import { fail } from '#shared/api/failure.ts'
import type { passkey } from '#shared/api/account/passkey.ts'
import { requireUser, failLostSession } from '#server/http/call/require-user.ts'
import { finishLogin } from '#server/account/login/finish-login.ts'
import { openSession } from '#server/account/session/open-session.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { notifyUser } from '#server/account/user/notify-owner.ts'
import { findUser } from '#server/account/user/user-queries.ts'
import { addPasskey, createRegistrationOptions } from './add-passkey.ts'
import { listPasskeys } from './passkey-queries.ts'
import { deletePasskey, renamePasskey } from './write-passkeys.ts'
import { createLoginOptions, verifyPasskey } from './verify-passkey.ts'

const notFound = '没有这把通行密钥，它可能已被移除'

export const passkeyHandlers: NounHandlers<typeof passkey> = {
  list: async (_, context) => ({ list: await listPasskeys(context.db, requireUser(context).id) }),

  async newChallenge(_, context) {
    const { db, site } = context
    const user = await findUser(db, requireUser(context).id)
    return createRegistrationOptions(db, site, user ?? failLostSession())
  },

  async add(input, context) {
    const { id } = requireUser(context)
    const added = await addPasskey(context.db, context.site, id, input)
    await notifyUser(context, id, 'passkeyAdded')
    return added
  },

  async rename({ id, name }, context) {
    if (!(await renamePasskey(context.db, requireUser(context).id, id, name))) fail('missing', notFound)
    return null
  },

  async remove({ id }, context) {
    if (!(await deletePasskey(context.db, requireUser(context).id, id))) fail('missing', notFound)
    return null
  },

  loginChallenge: (_, { db, site }) => createLoginOptions(db, site),

  async login(answer, context) {
    const { userId, isVerified } = await verifyPasskey(context.db, context.site, answer)
    // A passkey login needs no second step: having the authenticator and being recognised by it are two factors
    // already.
    return isVerified ? openSession(context, userId) : finishLogin(context, userId)
  },
}
