import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type AccountKind, accountKindOf } from '#shared/api/account/account.ts'
import { fail } from '#shared/api/failure.ts'
import type { Standing } from '#server/call/context.ts'
import type { Db } from '#server/db/schema.ts'
import { consumeProof, maxProofLevel, newChallenge } from './proof-of-work.ts'

interface Limit {
  /**
   * Codes in ten minutes up to which nobody is asked for a proof of work. At one address it is also how many codes the owners of
   * accounts known there get in an hour.
   */
  calm: number
  /** Codes in an hour, with or without one. */
  most: number
}
/** How many codes go out, counted over all nodes: to one address, and from the whole site by mail and by text message. */
export type CodeLimits = Record<'address' | AccountKind, Limit>

/** An office behind one address stays calm; what the whole site may send is the operator's to set. */
export function codeLimitsFor({ email, phone }: Record<AccountKind, number>): CodeLimits {
  const ofSite = (perHour: number) => ({ calm: Math.ceil(perHour / 16), most: perHour })
  return { address: { calm: 20, most: 60 }, email: ofSite(email), phone: ofSite(phone) }
}

/** Which part of the site's budget each may use up. The rest is reserved for those below in this list. */
const shares: Record<Standing, number> = { stranger: 0.6, known: 0.8, own: 1 }

interface CodeCaller {
  account: string
  address: string
  standing: Standing
}

/** The part of the strangers' share from which the operator is told that codes run low. */
const lowFrom = 0.75
const hourMs = 3_600_000
const variables: Record<AccountKind, string> = { email: 'CODES_PER_HOUR', phone: 'SMS_CODES_PER_HOUR' }

/** The codes that may still be sent, by address and by the site, and the warnings to the operator when they run out. */
export class CodeBudget {
  #limits: CodeLimits
  #log: Pick<FastifyBaseLogger, 'warn'>
  #warnedAt = new Map<string, number>()

  constructor(limits: CodeLimits, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#limits = limits
    this.#log = log
  }

  /**
   * Fails as `tooMany` when the caller's address, or the whole site, has been sent all the codes of an hour that the caller's
   * standing may use. Returns the level of the proof of work that the caller owes, 0 for none. Codes for owners are counted apart
   * at each address, so that strangers there do not use them up. An owner owes a proof only once the strangers' share is used up:
   * whoever has accounts of their own could otherwise spend what is reserved for all owners.
   */
  async requireRoom(db: Db, { account, address, standing }: CodeCaller): Promise<number> {
    const kind = accountKindOf(account)
    const { address: ofAddress, [kind]: site } = this.#limits
    const isOwn = standing === 'own'
    const recent = await countRecent(db, kind, { address, isOwn })
    const allowed = Math.ceil(site.most * shares[standing])
    const used = recent.siteCount / Math.ceil(site.most * shares.stranger)
    if (used >= lowFrom) this.#warn('codes run low', kind, recent.siteCount)
    if (recent.count >= (isOwn ? ofAddress.calm : ofAddress.most)) refuse('你这里要的验证码太多了', recent.wait)
    if (recent.siteCount >= allowed) {
      this.#warn('codes are used up', kind, recent.siteCount)
      refuse('现在要验证码的人太多了', await waitForSite(db, kind, recent.siteCount - allowed))
    }
    const isCalm = isOwn ? used < 1 : recent.lately < ofAddress.calm && recent.siteLately < site.calm
    return isCalm ? 0 : levelFor(used)
  }

  /** Tells the operator once an hour for each state and kind, however many callers are refused. */
  #warn(state: string, kind: AccountKind, sent: number) {
    const key = `${state} ${kind}`
    const now = Date.now()
    if (now - (this.#warnedAt.get(key) ?? -Infinity) < hourMs) return
    this.#warnedAt.set(key, now)
    const { most } = this.#limits[kind]
    this.#log.warn(
      { kind, sent, most, variable: variables[kind] },
      `${state}: sent in the last hour, with some reserved`,
    )
  }
}

/** The emptier the budget of strangers, the more work a code takes. */
function levelFor(used: number): number {
  if (used < 0.5) return 1
  if (used < 0.75) return 2
  return used < 0.9 ? 3 : maxProofLevel
}

/** Fails as `proofRequired`, with work to do, unless the proof is good. */
export async function requireProof(db: Db, proof: string | undefined, level: number) {
  if (proof !== undefined && (await consumeProof(db, proof, level))) return
  const challenge = await newChallenge(db, level)
  fail('proofRequired', '现在要验证码的人比平时多，需要先做一次安全校验，请再试一次', { challenge })
}

type Counts = Record<'lately' | 'siteLately' | 'count' | 'siteCount' | 'wait', number>

/** Counts the codes of the last hour: of the whole site, and at one address those for owners there, or all others. */
async function countRecent(
  db: Db,
  kind: AccountKind,
  { address, isOwn }: { address: string; isOwn: boolean },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where here and late) as lately, count(*) filter (where same_kind and late) as "siteLately",
      count(*) filter (where here) as count, count(*) filter (where same_kind) as "siteCount",
      coalesce(ceil(3600 - extract(epoch from now() - min(created_at) filter (where here)))::int, 0) as wait
    from (
      select created_at, address = ${address} and is_from_owner = ${isOwn} as here, ${isOfKind(kind)} as same_kind,
        created_at > now() - interval '10 minutes' as late
      from verification_code where created_at > now() - interval '1 hour'
    ) recent`.execute(db)
  return rows[0] ?? { lately: 0, siteLately: 0, count: 0, siteCount: 0, wait: 0 }
}

/** Returns the seconds until one more code may go out, when that many more than allowed have been sent. */
async function waitForSite(db: Db, kind: AccountKind, excess: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(3600 - extract(epoch from now() - created_at))::int as wait from verification_code
    where created_at > now() - interval '1 hour' and ${isOfKind(kind)}
    order by created_at offset ${excess} limit 1`.execute(db)
  return rows[0]?.wait ?? 1
}

function isOfKind(kind: AccountKind) {
  return kind === 'email' ? sql`position('@' in account) > 0` : sql`position('@' in account) = 0`
}

function refuse(what: string, wait: number): never {
  const retryAfter = Math.max(1, wait)
  fail('tooMany', `${what}，请 ${Math.ceil(retryAfter / 60)} 分钟后再试`, { retryAfter })
}
