import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type AccountKind, accountKindOf } from '#shared/api/account/account.ts'
import { fail } from '#shared/api/failure.ts'
import type { CodePermit, Standing } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { consumeProof, maxProofLevel, newChallenge } from './proof-of-work.ts'

interface Limit {
  /**
   * Number of verification codes in ten minutes below which no proof of work is required. For an IP address, this is
   * also the number of codes in an hour for owners of accounts who have logged in there.
   */
  withoutProof: number
  /** Number of verification codes in an hour, with or without a proof of work. */
  max: number
}
/**
 * Limits of the verification codes that are sent: for one IP address, for the whole site by email, and for the whole
 * site by text message. All server processes count together.
 */
export type CodeLimits = Record<'address' | AccountKind, Limit>

/**
 * Returns the limits of verification codes for the numbers per hour that the operator has configured for the whole
 * site. The limit for one IP address leaves room for an office whose users share it.
 */
export function codeLimitsFor({ email, phone }: Record<AccountKind, number>): CodeLimits {
  const ofSite = (perHour: number) => ({ withoutProof: Math.ceil(perHour / 16), max: perHour })
  return { address: { withoutProof: 20, max: 60 }, email: ofSite(email), phone: ofSite(phone) }
}

/**
 * For each level of trust in a caller, the fraction of the hourly verification codes of the site that may already have
 * been sent when such a caller is still answered that a code was sent. Strangers are refused first, then signed-in
 * users and callers for existing accounts (`known`), and with them callers for accounts that do not exist (`unknown`),
 * whose codes are sent only up to the share of strangers. The rest is reserved for owners of accounts (`own`).
 */
const shares: Record<Standing, number> = { stranger: 0.6, unknown: 0.8, known: 0.8, own: 1 }

interface CodeCaller {
  account: string
  address: string
  standing: Standing
}

/**
 * The site warns the operator that verification codes run low when the number sent in the last hour reaches this
 * fraction of the number at which unknown callers are refused.
 */
const lowFrom = 0.75
const hourMs = 3_600_000
const variables: Record<AccountKind, string> = { email: 'CODES_PER_HOUR', phone: 'SMS_CODES_PER_HOUR' }

/**
 * Decides whether a verification code may be sent, by the limits of the caller's IP address and of the site, and warns
 * the operator in the log when codes run out.
 */
export class CodeBudget {
  #limits: CodeLimits
  #log: Pick<FastifyBaseLogger, 'warn'>
  #warnedAt = new Map<string, number>()

  constructor(limits: CodeLimits, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#limits = limits
    this.#log = log
  }

  /**
   * Returns the proof of work that the caller must present for a verification code, and how the code is sent. Fails as
   * `tooMany` when the caller's IP address has used up its codes for the hour, or when the site has sent so many codes
   * that callers with this level of trust get no more. At each IP address, codes for account owners are counted
   * separately, so that other people there do not use them up. An owner needs a proof only once strangers are refused;
   * without it, an attacker with many accounts could use up the codes that are reserved for owners.
   *
   * From then on the answers for accounts that exist and for those that do not are the same and take the same time:
   * nothing is sent to the latter, so nobody waits for the mail to the former.
   */
  async requireCapacity(db: Db, { account, address, standing }: CodeCaller): Promise<CodePermit> {
    const kind = accountKindOf(account)
    const { address: ofAddress, [kind]: site } = this.#limits
    const isFromOwner = standing === 'own'
    const recent = await countRecent(db, kind, { address, isFromOwner })
    const allowed = Math.ceil(site.max * shares[standing])
    const used = recent.siteCount / Math.ceil(site.max * shares.stranger)
    if (used >= lowFrom) this.#warn('codes run low', kind, recent.siteCount)
    if (recent.count >= (isFromOwner ? ofAddress.withoutProof : ofAddress.max))
      refuse('你这里要的验证码太多了', recent.wait)
    if (used >= 1 && standing !== 'own') this.#warn('codes are used up', kind, recent.siteCount)
    if (recent.siteCount >= allowed)
      refuse('现在要验证码的人太多了', await waitForSite(db, kind, recent.siteCount - allowed))
    const needsNoProof = isFromOwner
      ? used < 1
      : recent.lately < ofAddress.withoutProof && recent.siteLately < site.withoutProof
    const reserved = standing === 'unknown' ? 'none' : 'background'
    return { level: needsNoProof ? 0 : levelFor(used), delivery: used < 1 || isFromOwner ? 'awaited' : reserved }
  }

  /**
   * Logs a warning about verification codes at most once an hour for each state (low or used up) and each way of
   * sending, however many callers are refused.
   */
  #warn(state: string, kind: AccountKind, sent: number) {
    const key = `${state} ${kind}`
    const now = Date.now()
    if (now - (this.#warnedAt.get(key) ?? -Infinity) < hourMs) return
    this.#warnedAt.set(key, now)
    const { max } = this.#limits[kind]
    this.#log.warn(
      { kind, sent, most: max, variable: variables[kind] },
      `${state}: number sent in the last hour, including the reserve`,
    )
  }
}

/**
 * Returns the level of the proof of work for a verification code. `used` is the number of codes that the site has sent
 * in the last hour, as a fraction of the number at which unknown callers are refused. The level rises with `used`.
 */
function levelFor(used: number): number {
  if (used < 0.5) return 1
  if (used < 0.75) return 2
  return used < 0.9 ? 3 : maxProofLevel
}

/** Fails as `proofRequired`, with a new challenge, unless `proof` is a valid proof of work of this level. */
export async function requireProof(db: Db, proof: string | undefined, level: number) {
  if (proof !== undefined && (await consumeProof(db, proof, level))) return
  const challenge = await newChallenge(db, level)
  fail('proofRequired', '现在要验证码的人比平时多，需要先做一次安全校验，请再试一次', { challenge })
}

type Counts = Record<'lately' | 'siteLately' | 'count' | 'siteCount' | 'wait', number>

/**
 * Counts the verification codes that were sent in the last ten minutes and in the last hour, by the whole site and for
 * the IP address. For the IP address it counts either the codes for account owners (`isFromOwner`) or all others, and
 * also those that were not really sent.
 */
async function countRecent(
  db: Db,
  kind: AccountKind,
  { address, isFromOwner }: { address: string; isFromOwner: boolean },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where here and late) as lately, count(*) filter (where of_site and late) as "siteLately",
      count(*) filter (where here) as count, count(*) filter (where of_site) as "siteCount",
      coalesce(ceil(3600 - extract(epoch from now() - min(created_at) filter (where here)))::int, 0) as wait
    from (
      select created_at, address = ${address} and is_from_owner = ${isFromOwner} as here,
        is_sent and ${isOfKind(kind)} as of_site, created_at > now() - interval '10 minutes' as late
      from verification_code where created_at > now() - interval '1 hour'
    ) recent`.execute(db)
  return rows[0] ?? { lately: 0, siteLately: 0, count: 0, siteCount: 0, wait: 0 }
}

/**
 * Returns the seconds until the site may send another verification code, when it has sent `excess` codes more than
 * allowed.
 */
async function waitForSite(db: Db, kind: AccountKind, excess: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(3600 - extract(epoch from now() - created_at))::int as wait from verification_code
    where created_at > now() - interval '1 hour' and is_sent and ${isOfKind(kind)}
    order by created_at offset ${excess} limit 1`.execute(db)
  return rows[0]?.wait ?? 1
}

function isOfKind(kind: AccountKind) {
  return kind === 'email' ? sql`position('@' in account) > 0` : sql`position('@' in account) = 0`
}

function refuse(reason: string, wait: number): never {
  const retryAfter = Math.max(1, wait)
  fail('tooMany', `${reason}，请 ${Math.ceil(retryAfter / 60)} 分钟后再试`, { retryAfter })
}
