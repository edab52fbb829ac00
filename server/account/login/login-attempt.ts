import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isPassword, passwordWork } from '#server/account/user/password.ts'
import { countFailure, countRecentFailures, guardAttempts } from '#server/account/throttle/attempts.ts'
import { isKnownAddress } from '#server/account/throttle/known-address.ts'
import { consumeProof, maxProofLevel, newChallenge } from '#server/account/throttle/proof-of-work.ts'

/**
 * Number of wrong passwords from one IP address in fifteen minutes, for any accounts, up to which no proof of work is
 * required.
 */
const freeFailures = 20

interface LoginAttempt {
  account: string
  /** The id of the user who has this email address or phone number; undefined if nobody has it. */
  userId: string | undefined
  passwordHash: string | null | undefined
  password: string
  address: string
  proof: string | undefined
}

/**
 * Returns whether the password of a login is right. Wrong passwords slow down only the IP addresses they come from:
 * each IP address the user has logged in from has five attempts of its own, and all other IP addresses together have
 * five. An account that does not exist gets the same answer in the same time. Fails as `tooMany` when no attempt is
 * left, and as `proofRequired` when many wrong passwords came from the IP address.
 */
export async function verifyLogin(db: Db, attempt: LoginAttempt): Promise<boolean> {
  const { account, userId, passwordHash, password, address, proof } = attempt
  const isKnown = await isKnownAddress(db, userId, address)
  const accountAtAddress = `${account} ${address}`
  // Other people may use the same IP address as the user and must not delay the login of the user. So for an IP address
  // the user has logged in from, the password-hashing queue counts waiting calls for this user separately.
  const caller = isKnown ? { name: accountAtAddress, isTrusted: true } : { name: address }
  passwordWork.requireCapacity(caller)
  if (!isKnown) await requireProofOfBusyAddress(db, address, proof)
  const isRight = await guardAttempts(db, isKnown ? accountAtAddress : account, {
    verify: () => isPassword(password, passwordHash, caller),
    refuse(wait) {
      const minutes = Math.ceil(wait / 60)
      return fail('tooMany', `密码错得太多了，请 ${minutes} 分钟后再试，或用验证码登录`, { retryAfter: wait })
    },
  })
  if (!isRight) await countFailure(db, failureNameOf(address))
  return isRight
}

/**
 * Fails as `proofRequired`, unless the caller sent a valid proof of work, when many wrong passwords came from the IP
 * address. The more there were, the more work the proof takes.
 */
async function requireProofOfBusyAddress(db: Db, address: string, proof: string | undefined) {
  const failures = await countRecentFailures(db, failureNameOf(address))
  if (failures < freeFailures) return
  const level = Math.min(maxProofLevel, Math.floor(failures / freeFailures))
  if (proof !== undefined && (await consumeProof(db, proof, level))) return
  const challenge = await newChallenge(db, level)
  fail('proofRequired', '你这里输错的密码太多了，需要先做一次安全校验，请再试一次', { challenge })
}

function failureNameOf(address: string) {
  return `address:${address}`
}
