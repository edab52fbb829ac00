import type { Db } from '#server/platform/db/schema.ts'
import { type ClaimedSignature, isSignedBy, parseAuthorization } from '#server/platform/storage/cos-signature.ts'
import { openUploadToken, type UploadGrant } from '#server/platform/storage/upload-token.ts'

export interface SignedRequest {
  method: string
  key: string
  query: Record<string, string>
  headers: Record<string, string>
}

/** An answer that refuses an upload, with the HTTP status and the error code that Tencent COS would send. */
export interface UploadRefusal {
  status: number
  code: string
  message: string
}

/** Finds the login session to which an upload credential was issued; returns null once the session has ended. */
type FindSessionState = (db: Db, sessionId: string) => Promise<{ isSuspended: boolean } | null>

export interface CredentialParts {
  db: Db
  findSessionState: FindSessionState
}

type Checked = { grant: UploadGrant; isSuspended: boolean } | { refusal: UploadRefusal }

/**
 * Checks, as Tencent COS would, that a request is signed with a temporary credential of this site. Also checks that the
 * login session of the credential has not ended.
 */
export async function checkCredential(
  { db, findSessionState }: CredentialParts,
  request: SignedRequest,
): Promise<Checked> {
  const { headers, query } = request
  const claimed = parseAuthorization(headers['authorization'] ?? signatureInAddress(query))
  const token = headers['x-cos-security-token'] ?? query['x-cos-security-token'] ?? ''
  if (claimed === undefined || token === '')
    return denied('AccessDenied', 'The request is not signed with a temporary credential.')
  const opened = await openUploadToken(db, token)
  if (opened === undefined || opened.grant.secretId !== claimed.secretId)
    return denied('InvalidAccessKeyId', 'The credential is none of ours.')
  const { grant, secretKey } = opened
  const refused = refuseByTime(claimed, grant)
  if (refused) return refused
  if (!isSignedBy(claimed, { ...request, path: `/${request.key}` }, secretKey))
    return denied('SignatureDoesNotMatch', 'The signature is not that of this request.')
  const session = await findSessionState(db, grant.sessionId)
  return session === null
    ? denied('ExpiredToken', 'The session of the credential has ended.')
    : { grant, isSuspended: session.isSuspended }
}

/**
 * Takes the query parameters that `getObjectUrl` of the COS SDK writes into a URL. Returns their signature in the form
 * of an `Authorization` header.
 */
function signatureInAddress(query: Record<string, string>): string {
  return Object.entries(query)
    .filter(([name]) => name.startsWith('q-'))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function refuseByTime({ start, end }: ClaimedSignature, { startTime, expiredTime }: UploadGrant) {
  const now = Date.now() / 1000
  // A signature is accepted up to 15 minutes before its validity starts, because the clocks of browsers may be wrong by
  // a few minutes.
  const isNow = now > start - 900 && now <= end && end > start
  if (now > expiredTime || now < startTime - 60) return denied('ExpiredToken', 'The credential has expired.')
  return isNow ? undefined : denied('AccessDenied', 'Request has expired.')
}

export function denied(code: string, message: string): { refusal: UploadRefusal } {
  return { refusal: { status: 403, code, message } }
}
