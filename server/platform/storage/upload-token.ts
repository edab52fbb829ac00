import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db/schema.ts'
import { saveSetting } from '#server/platform/setting/write-setting.ts'
import type { UploadCredential, UploadScope } from './storage.ts'

/**
 * The rights that a token for uploads to the site's own store contains. The token is signed with the site's key, so
 * that every process can check it without a database record.
 */
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
  const content = Buffer.from(JSON.stringify(grant)).toString('base64url')
  const sessionToken = `${content}.${sign(key, 'token', content)}`
  return {
    credentials: { tmpSecretId, tmpSecretKey: sign(key, 'secret', content), sessionToken },
    startTime,
    expiredTime,
  }
}

/**
 * Returns the rights that an upload token contains, and the secret key that belongs to it. Returns undefined if this
 * site has not signed the token.
 */
export async function openUploadToken(
  db: Db,
  token: string,
): Promise<{ grant: UploadGrant; secretKey: string } | undefined> {
  const [content = '', signature = '', more] = token.split('.')
  if (content === '' || more !== undefined) return undefined
  const key = await findSiteKey(db)
  const expected = Buffer.from(sign(key, 'token', content))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const grant = JSON.parse(Buffer.from(content, 'base64url').toString()) as UploadGrant
  return { grant, secretKey: sign(key, 'secret', content) }
}

function sign(key: Buffer, purpose: string, content: string) {
  return createHmac('sha256', key).update(`${purpose}\n${content}`).digest('base64url')
}

/**
 * Returns the key with which the site signs upload tokens. All processes use the same key; it is created on first use.
 */
async function findSiteKey(db: Db): Promise<Buffer> {
  return Buffer.from(await saveSetting(db, settingName, () => randomBytes(32).toString('base64url')), 'base64url')
}
