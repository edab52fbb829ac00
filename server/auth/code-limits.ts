import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { consumeProof, newChallenge } from './proof-of-work.ts'

interface Limit {
  /** Codes in ten minutes up to which nobody is asked for a proof of work. */
  calm: number
  /** Codes in an hour, with or without one. */
  most: number
}
/** How many codes go out, whatever process they are asked of. */
export interface CodeLimits {
  address: Limit
  site: Limit
}

/** An office behind one address stays calm; what the whole site may send is the operator's to set. */
export function codeLimitsFor(perHour: number): CodeLimits {
  return { address: { calm: 20, most: 60 }, site: { calm: Math.ceil(perHour / 16), most: perHour } }
}

/** Fails as `tooMany` while the address, or the whole site, was sent all the codes of an hour. Returns whether it is busier than usual. */
export async function demandRoom(db: Db, address: string, { address: ofAddress, site }: CodeLimits): Promise<boolean> {
  const { rows } = await sql<Record<'lately' | 'siteLately' | 'count' | 'siteCount' | 'wait' | 'siteWait', number>>`
    select count(*) filter (where here and late) as lately, count(*) filter (where late) as "siteLately",
      count(*) filter (where here) as count, count(*) as "siteCount",
      ceil(3600 - extract(epoch from now() - min(created_at) filter (where here)))::int as wait,
      ceil(3600 - extract(epoch from now() - min(created_at)))::int as "siteWait"
    from (
      select created_at, address = ${address} as here, created_at > now() - interval '10 minutes' as late
      from verification_code where created_at > now() - interval '1 hour'
    ) recent`.execute(db)
  const [recent] = rows
  if (recent === undefined) return false
  if (recent.count >= ofAddress.most) refuse('你这里要的验证码太多了', recent.wait)
  if (recent.siteCount >= site.most) refuse('现在要验证码的人太多了', recent.siteWait)
  return recent.lately >= ofAddress.calm || recent.siteLately >= site.calm
}

function refuse(what: string, wait: number): never {
  const retryAfter = Math.max(1, wait)
  fail('tooMany', `${what}，请 ${Math.ceil(retryAfter / 60)} 分钟后再试`, { retryAfter })
}

/** Where it is busier than usual a code takes some work of the asker's machine; the answer says which. */
export async function demandProof(db: Db, proof: string | undefined) {
  if (proof !== undefined && (await consumeProof(db, proof, 1))) return
  const challenge = await newChallenge(db, 1)
  fail('proofRequired', '现在要验证码的人比平时多，需要先做一次安全校验，请再试一次', { challenge })
}
