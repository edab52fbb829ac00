import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db/schema.ts'
import { saveSetting } from '#server/platform/setting/write-setting.ts'

const settingName = 'unsubscribeKey'

/**
 * Returns the token in the unsubscribe links of a user's mails. The token permits its holder only to stop these mails.
 */
export async function unsubscribeToken(db: Db, userId: string): Promise<string> {
  return createHmac('sha256', await saveSetting(db, settingName, () => randomBytes(32).toString('base64url')))
    .update(userId)
    .digest('base64url')
}

export async function isUnsubscribeToken(db: Db, userId: string, token: string): Promise<boolean> {
  const right = Buffer.from(await unsubscribeToken(db, userId))
  const given = Buffer.from(token)
  return given.length === right.length && timingSafeEqual(given, right)
}
