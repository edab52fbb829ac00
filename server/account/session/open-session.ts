import type { LoggedIn } from '#shared/api/account/user.ts'
import { fail } from '#shared/api/failure.ts'
import type { Context } from '#server/http/call/context.ts'
import { describeNetwork } from '#server/http/server/caller-address.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { findUser } from '#server/account/user/user-queries.ts'
import { describeDevice } from './describe-device.ts'
import { rememberAddress } from '#server/account/throttle/known-address.ts'
import { isKnownDevice } from './session-queries.ts'
import { createSession, rememberDevice } from './write-sessions.ts'

/**
 * Opens a session for a user who has completed the login. If this device is new and the user has logged in before, the
 * user receives a system message. Fails as `conflict` when the account was deleted meanwhile.
 */
export async function openSession({ db, userAgent, address }: Context, userId: string): Promise<LoggedIn> {
  const user = (await findUser(db, userId)) ?? fail('conflict', '这个账号刚刚注销了')
  const network = describeNetwork(address)
  const device = describeDevice(userAgent)
  return db.transaction().execute(async (db) => {
    const isKnown = await isKnownDevice(db, userId, device)
    const token = await createSession(db, { userId, userAgent, network })
    await rememberDevice(db, userId, device)
    if (!isKnown) {
      const origin = network === '' ? device : `${device}（${network}）`
      const excerpt = `你的账号刚在新设备上登录：${origin}。如果不是你，请到「设置」里退出它，并换一个密码。`
      await postMessage(db, { userId, kind: 'system', actorId: null, itemType: null, itemId: null, excerpt })
    }
    await rememberAddress(db, userId, address)
    return { token, user }
  })
}
