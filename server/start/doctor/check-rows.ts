import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { countOverdueRows, sweepAccounts } from '#server/account/sweep-accounts.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { endedJobDays } from '#server/platform/jobs/housekeeping-job.ts'
import { countJobs } from '#server/platform/jobs/job-queries.ts'
import { deleteEndedJobs } from '#server/platform/jobs/delete-ended-jobs.ts'
import { sweepViews } from '#server/catalogue/item/view-counter.ts'
import { deleteOldReplacedTexts, isRestorableAt } from '#server/platform/storage/referenced-keys.ts'
import { type Finding, findingsAbout } from './finding.ts'

const dayMs = 24 * 3600 * 1000

/**
 * Checks whether rows are left that background jobs should have deleted more than a day ago: expired data of accounts,
 * ended jobs, records of page views, and replaced texts that can no longer be put back.
 */
export async function checkExpiredRows(db: Db): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('过期的记录')
  const count = (await countOverdueRows(db)) + (await countOtherOverdueRows(db))
  if (count === 0) return [ok('没有')]
  const repair = async () => {
    const accounts = await sweepAccounts(db)
    const jobs = await deleteEndedJobs(db, new Date(Date.now() - endedJobDays * dayMs))
    await sweepViews(db)
    await deleteOldReplacedTexts(db, new Date())
    return `删去了账号的过期记录 ${accounts} 行、后台任务的旧记录 ${jobs} 行，还有旧的浏览记录和不能再换回的旧正文`
  }
  return [repairable('advice', `${count} 行记录一天前就该由后台任务删去`, repair)]
}

async function countOtherOverdueRows(db: Db): Promise<number> {
  const dayAgo = new Date(Date.now() - dayMs)
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from job where end_time < ${new Date(dayAgo.getTime() - endedJobDays * dayMs)})
      + (select count(*) from recent_view where viewed_at < ${new Date(dayAgo.getTime() - 3600 * 1000)})
      + (select count(*) from replaced_text where not ${isRestorableAt(dayAgo)}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Names the background jobs that failed within a day. */
export async function checkJobs(db: Db): Promise<Finding[]> {
  const { ok, advice } = findingsAbout('后台任务')
  const failed = (await countJobs(db)).filter(({ state }) => state === 'failed')
  if (failed.length === 0) return [ok('一天之内没有失败的')]
  const names = failed.map(({ name, count }) => `${name} ${count} 次`).join('、')
  return [advice(`一天之内失败过：${names}`, '原因在 /admin/system 和站点的日志里')]
}

/**
 * Checks whether the proxy reports the IP addresses of visitors to the site. If all verification codes of the last two
 * days, for several accounts, were requested from one address in the site's own network, this is the address of the
 * proxy, which then does not report those of the visitors.
 */
export async function checkVisitorAddresses(db: Db): Promise<Finding[]> {
  const { ok, fault } = findingsAbout('读者的 IP')
  const { rows } = await sql<{ address: string; accounts: number }>`
    select address, count(distinct account)::integer as accounts from verification_code where address <> ''
    group by address order by 2 desc limit 2`.execute(db)
  const [most, second] = rows
  if (most === undefined || most.accounts < fewestAccounts) return []
  if (second !== undefined || !isOfOwnNetwork(most.address)) return [ok('看得出各人的地址')]
  return [
    fault(
      `两天里要过验证码的 ${most.accounts} 个账号都来自 ${most.address}：代理没有把读者的地址传过来，大家合用一份限额`,
      '让代理设置 X-Forwarded-For（docs/proxies 里有例子），并设 TRUST_PROXY=on',
    ),
  ]
}

/** With fewer accounts the check reports nothing, because the operator may have created them all to try the site. */
const fewestAccounts = 5

const ownRanges = new Set(['loopback', 'unspecified', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/** Tells whether an IP address, as `callerAddress` returns it, belongs to this machine or to a private network. */
function isOfOwnNetwork(address: string): boolean {
  return ownRanges.has(ipaddr.process(address.replace(/::\/64$/, '::')).range())
}
