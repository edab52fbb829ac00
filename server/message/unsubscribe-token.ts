import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/db/schema.ts'
import { readSetting } from '#server/setting/setting-queries.ts'

const settingName = 'unsubscribeKey'

/** What stands in the links of a reader's mails: whoever has it may stop these mails, and nothing else. */
export async function unsubscribeToken(db: Db, userId: string): Promise<string> {
  return createHmac('sha256', await findKey(db))
    .update(userId)
    .digest('base64url')
}

export async function isUnsubscribeToken(db: Db, userId: string, token: string): Promise<boolean> {
  const right = Buffer.from(await unsubscribeToken(db, userId))
  const given = Buffer.from(token)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Made once for the installation; of nodes that make one at the same time the first is right. */
async function findKey(db: Db): Promise<string> {
  const known = await readSetting(db, settingName)
  if (known !== undefined) return known
  await db
    .insertInto('setting')
    .values({ name: settingName, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readSetting(db, settingName)) ?? ''
}
