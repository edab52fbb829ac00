import type { myData } from '#shared/api/account/my-data.ts'
import { requireUser, failLostSession } from '#server/http/call/require-user.ts'
import { requirePassword } from '#server/account/login/confirm-user.ts'
import { consumeCode, verifyCode } from '#server/account/code/verification-code.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { deletePicture } from '#server/account/upload/accept-picture.ts'
import { deleteAccount } from './delete-account.ts'
import { collectUserData } from '#server/account/user/collect-user-data.ts'
import { findMyLogin } from '#server/account/user/user-queries.ts'

export const myDataHandlers: NounHandlers<typeof myData> = {
  data: (_, context) => collectUserData(context.db, requireUser(context).id),

  async remove({ code, password }, context) {
    const { db, storage } = context
    const user = requireUser(context)
    const { account, passwordHash } = (await findMyLogin(db, user.id)) ?? failLostSession()
    if (passwordHash !== null) await requirePassword(db, user, passwordHash, password)
    await consumeCode(db, await verifyCode(context, { account, purpose: 'delete', code }))
    for (const picture of await deleteAccount(db, user.id)) await deletePicture(storage, picture)
    return null
  },
}
