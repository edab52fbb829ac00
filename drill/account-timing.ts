import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/account/user/password.ts'
import { createTestDatabase } from '../test/test-database.ts'
import { cleanUp } from '../bench/bench-process.ts'
import { atMost, isOver, median, printTable, type Row, row } from '../bench/budget-table.ts'
import { requireTestPostgres } from '../bench/patient-database.ts'
import { createTestApp } from '../bench/test-app.ts'

const tries = 1000
/**
 * Critical value of the rank-sum test: two samples of the same distribution give a z score between −3.29 and 3.29 in
 * 999 of 1,000 comparisons.
 */
const chance = 3.29

/**
 * Checks that the response time does not reveal whether an account exists. Known and unknown accounts are requested
 * in pairs, and each pair is in random order. Returns true if chance explains all differences.
 */
export async function timeAccounts(): Promise<boolean> {
  await requireTestPostgres()
  const { connection } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  await addUsers(db)
  const app = await createTestApp({ connection })
  let requestCount = 0
  const timeOf = async (url: string, payload: object) => {
    const at = requestCount++
    // Every request is sent from its own IP address, so that the rate limits for each IP address do not apply.
    const remoteAddress = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`
    const began = performance.now()
    const { statusCode } = await app.inject({ method: 'POST', url: `/api/v1/auth/${url}`, payload, remoteAddress })
    const time = performance.now() - began
    if (statusCode !== 200 && statusCode !== 400) throw new Error(`${url} answered ${statusCode}`)
    return time
  }
  const login = (account: string) => timeOf('login', { account, password: '不是这个密码' })
  const sendCode = (account: string) => timeOf('code', { account, purpose: 'reset' })
  const wrongCode = (account: string) => timeOf('verifyCode', { account, code: '000000', purpose: 'reset' })
  const rows: Row[] = []
  const calls = { 'a code sent': sendCode, 'a wrong code': wrongCode, 'a wrong password': login }
  for (const [name, ask] of Object.entries(calls)) rows.push(...(await compare(name, ask)))
  await app.close()
  await db.destroy()
  await cleanUp()
  printTable({ title: `accounts: ${tries} known against ${tries} unknown, in turns`, rows })
  return !rows.some(isOver)
}

async function compare(name: string, ask: (account: string) => Promise<number>): Promise<Row[]> {
  const known: number[] = []
  const unknown: number[] = []
  const askKnown = async (at: number) => void known.push(await ask(`known${at}@books.test`))
  const askUnknown = async (at: number) => void unknown.push(await ask(`other${at}@books.test`))
  for (let at = 0; at < tries; at++) {
    const order = Math.random() < 0.5 ? [askKnown, askUnknown] : [askUnknown, askKnown]
    for (const one of order) await one(at)
  }
  const { z, superiority } = rankSum(known, unknown)
  return [
    row(`${name}: how far from chance (Mann–Whitney |z|)`, Math.abs(z), 'σ', atMost(chance)),
    row('— a known one takes longer than an unknown one', superiority * 100, '%'),
    row('— the medians: known ones', median(known), 'ms'),
    row('— unknown ones', median(unknown), 'ms'),
  ]
}

/** Adds user accounts that share one password; the logins that are measured use a wrong password. */
async function addUsers(db: Db) {
  const hash = await hashPassword('湘西渡口的船到桥头')
  await sql`
    insert into "user" (id, name, email, password_hash)
    select gen_random_uuid(), '读者', 'known' || nth || '@books.test', ${hash}
    from generate_series(0, ${tries - 1}::integer) nth`.execute(db)
  await sql`analyze`.execute(db)
}

/**
 * Compares two samples of measurements with the Mann–Whitney U test (rank-sum test), which assumes nothing about the
 * distributions and is robust to outliers.
 */
function rankSum(first: number[], second: number[]): { z: number; superiority: number } {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let ranks = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    // In the rank-sum test, equal values get the mean of their ranks; ranks start at one.
    for (let at = start; at < end; at++) if (all[at]?.isFirst) ranks += (start + 1 + end) / 2
    start = end
  }
  const pairs = first.length * second.length
  const larger = ranks - (first.length * (first.length + 1)) / 2
  const deviation = Math.sqrt((pairs * (all.length + 1)) / 12)
  return { z: (larger - pairs / 2) / deviation, superiority: larger / pairs }
}
