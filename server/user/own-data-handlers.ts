import type { ownData } from '#shared/api/own-data.ts'
import { demandUser, failLostSession } from '#server/auth/demand-user.ts'
import { requirePassword } from '#server/auth/require-self.ts'
import { consumeCode, verifyCode } from '#server/auth/verification-code.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { deletePicture } from '#server/storage/accept-picture.ts'
import { deleteAccount } from './delete-account.ts'
import { collectOwnData } from './collect-own-data.ts'
import { findOwnLogin } from './user-queries.ts'

export const ownDataHandlers: NounHandlers<typeof ownData> = {
  data: (_, context) => collectOwnData(context.db, demandUser(context).id),

  async remove({ code, password }, context) {
    const { db, storage } = context
    const user = demandUser(context)
    const { account, passwordHash } = (await findOwnLogin(db, user.id)) ?? failLostSession()
    if (passwordHash !== null) await requirePassword(db, user, passwordHash, password)
    await consumeCode(db, await verifyCode(context, { account, purpose: 'delete', code }))
    for (const picture of await deleteAccount(db, user.id)) await deletePicture(storage, picture)
    return null
  },
}
