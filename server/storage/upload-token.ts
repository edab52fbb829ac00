import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/db/schema.ts'
import type { UploadCredential, UploadScope } from './storage.ts'

/** What a session token of the local store says, sealed with the site's key: each process can check it, and none keeps it. */
export interface UploadGrant extends UploadScope {
  secretId: string
  startTime: number
  expiredTime: number
}

const settingName = 'storage.key'

export async function grantLocalUpload(db: Db, scope: UploadScope): Promise<UploadCredential> {
  const key = await findSiteKey(db)
  const startTime = Math.floor(Date.now() / 1000)
  const expiredTime = startTime + scope.seconds
  const tmpSecretId = `AKID${randomBytes(16).toString('hex')}`
  const grant: UploadGrant = { ...scope, secretId: tmpSecretId, startTime, expiredTime }
  const said = Buffer.from(JSON.stringify(grant)).toString('base64url')
  const sessionToken = `${said}.${seal(key, 'token', said)}`
  return { credentials: { tmpSecretId, tmpSecretKey: seal(key, 'secret', said), sessionToken }, startTime, expiredTime }
}

/** What a token grants and the secret that goes with it, or undefined where we have not written it. */
export async function openUploadToken(
  db: Db,
  token: string,
): Promise<{ grant: UploadGrant; secretKey: string } | undefined> {
  const [said = '', sealed = '', more] = token.split('.')
  if (said === '' || more !== undefined) return undefined
  const key = await findSiteKey(db)
  const expected = Buffer.from(seal(key, 'token', said))
  const given = Buffer.from(sealed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const grant = JSON.parse(Buffer.from(said, 'base64url').toString()) as UploadGrant
  return { grant, secretKey: seal(key, 'secret', said) }
}

function seal(key: Buffer, purpose: string, said: string) {
  return createHmac('sha256', key).update(`${purpose}\n${said}`).digest('base64url')
}

/** One key for all processes: the first to need it makes it. */
async function findSiteKey(db: Db): Promise<Buffer> {
  const find = () => db.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirst()
  let found = await find()
  if (found === undefined) {
    const values = { name: settingName, value: randomBytes(32).toString('base64url') }
    await db
      .insertInto('setting')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    found = await find()
  }
  return Buffer.from(found?.value ?? '', 'base64url')
}
