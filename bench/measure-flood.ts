import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { rememberAddress } from '#server/account/throttle/known-address.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import { createUser } from '#server/account/user/create-user.ts'
import { hashPassword } from '#server/account/user/password.ts'
import { createTestDatabase } from '../test/test-database.ts'
import type { AppQuestion } from './app-process.ts'
import { atMost, type Row, type Table } from './budget-table.ts'
import { startChild } from './child-process.ts'
import { callRequest } from './http-request.ts'
import type { Load, LoadResult } from './load-process.ts'
import { median } from './median.ts'
import { mustGet } from './raw-get.ts'
import { startSettings } from './start-settings.ts'
import { storageDirectory } from './test-app.ts'
import { requireTestPostgres } from './test-postgres.ts'

const rounds = 8
const visitsOfRound = 5
const floodMs = 2500
/**
 * Requests per second of the simulated flood: each second, ten IP addresses send as many requests as they may send in a
 * minute.
 */
const floodRate = 200
const flooders = 10
const callsOfEach = 20
const account = 'reader@books.test'
const password = '湘西渡口的船到桥头'
/** Length of the test picture in bytes, which is about the size of most book covers. */
const pictureBytes = 20_000
const picture = 'cover/00000000-0000-7000-8000-000000000000/00000000000000000000000000000000-240.webp'

/** Invalid API calls that look as if the server had to hash a password; each `n` gives a different call. */
const floods: Record<string, (n: number) => string> = {
  'password resets': () => callRequest('/auth/resetPassword', { ticket: 'x'.repeat(43), password }),
  registrations: (n) => callRequest('/user/create', { account: `x${n}@books.test`, code: '000000', password }),
  logins: (n) => callRequest('/auth/login', { account: `x${n}@books.test`, password }),
}

/**
 * Name of the flood that sends invalid password resets as fast as the machine can. Its row in the result table is for
 * information and has no limit.
 */
const ceaseless = 'password resets without a pause'
const requestOf: typeof floods = { ...floods, [ceaseless]: floods['password resets'] ?? (() => '') }

type Times = Record<string, number[]>

/** Measures how much longer a visitor waits while ten IP addresses send invalid calls without a pause. */
export async function measureFlood(): Promise<Table> {
  await requireTestPostgres()
  const { connection } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  const child = startChild('app-process.ts', startSettings)
  const flooder = startChild('load-process.ts')
  const url = await child.ask<string>({ do: 'listen', isCached: true, connection } satisfies AppQuestion)
  const visit = await prepareVisit(db, url)
  await visit({})
  const alone: Times = {}
  const during: Record<string, Times> = Object.fromEntries(Object.keys(requestOf).map((name) => [name, {}]))
  const sent: Record<string, number> = {}
  let numbers = 0
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < visitsOfRound; n++) await visit(alone)
    for (const [name, write] of Object.entries(requestOf)) {
      const requests = Array.from({ length: 1000 }, () => write(++numbers))
      const load: Load = { url, requests, clients: flooders, requestsOfEach: callsOfEach, seconds: floodMs / 1000 }
      const flood = flooder.ask<LoadResult>(name === ceaseless ? load : { ...load, rate: floodRate })
      const began = performance.now()
      await new Promise((done) => setTimeout(done, floodMs / 10))
      // Simulated visits start only during the first 70 % of the flood's duration, so that the last visit ends before
      // the flood does.
      while (performance.now() - began < floodMs * 0.7) await visit((during[name] ??= {}))
      if (performance.now() - began > floodMs) throw new Error(`a visit outlasted the flood of ${name}`)
      const result = await flood
      requireRefused(name, result)
      sent[name] = (sent[name] ?? 0) + result.sent / result.seconds / rounds
    }
  }
  await Promise.all([child.stop(), flooder.stop()])
  await db.destroy()
  return report(alone, during, sent)
}

function requireRefused(name: string, { statuses, reset, timedOut }: LoadResult) {
  const unexpected = Object.keys(statuses).filter((status) => !['400', '429', '503'].includes(status))
  if (unexpected.length > 0 || reset > 0 || timedOut > 0)
    throw new Error(`bogus ${name} were answered ${unexpected.join()}; ${reset} were reset and ${timedOut} timed out`)
}

function report(alone: Times, during: Record<string, Times>, sent: Record<string, number>): Table {
  const rows: Row[] = []
  for (const [what, times] of Object.entries(alone)) {
    const plain = median(times)
    rows.push({ name: `${what}, alone`, value: plain, unit: 'ms' })
    rows.push({ name: '— the worst', value: Math.max(...times), unit: 'ms' })
    for (const [name, flooded] of Object.entries(during)) {
      const { [what]: slower = [] } = flooded
      const value = median(slower) / plain
      rows.push({
        name: `— during ${name}, of ${slower.length}`,
        value,
        unit: '×',
        ...(name === ceaseless ? {} : { limit: atMost(3) }),
      })
      rows.push({ name: '— — the worst', value: Math.max(...slower), unit: 'ms' })
    }
  }
  for (const [name, rate] of Object.entries(sent)) rows.push({ name: `bogus ${name}`, value: rate, unit: '/s' })
  return {
    title: `flood: ${flooders} addresses at a time, ${callsOfEach} bogus calls of each, ${floodRate} a second`,
    rows,
  }
}

/**
 * Returns a function that simulates a visitor: it sends all requests of a visit one after the other and records how
 * long each takes.
 */
async function prepareVisit(db: Db, url: string) {
  const html = String((await mustGet(`${url}/user/login`)).body)
  const script = /\/assets\/[\w-]+\.js/.exec(html)?.[0] ?? '/no-script'
  await createLocalStorage(storageDirectory, db).put(picture, randomBytes(pictureBytes))
  const file = await db
    .selectFrom('bookFile')
    .select(['id', 'bookId'])
    .where('format', '=', 'epub')
    .executeTakeFirstOrThrow()
  const userId = (await createUser(db, { account, passwordHash: await hashPassword(password) })) ?? ''
  let logins = 0
  /** Each login is sent from its own IP address, so that the limit of logins for an IP address does not apply. */
  const logIn = async () => {
    const home = `127.1.${logins >> 8}.${logins++ & 255}`
    await rememberAddress(db, userId, home)
    const began = performance.now()
    const status = await postLogin(url, home)
    if (status !== 200) throw new Error(`the right login answered ${status}`)
    return performance.now() - began
  }
  const get = async (path: string) => {
    const began = performance.now()
    await mustGet(url + path)
    return performance.now() - began
  }
  const things: Record<string, () => Promise<number>> = {
    'a script': () => get(script),
    'a picture': () => get(`/storage/${picture}`),
    'a download': () => get(`/book/${file.bookId}/file/${file.id}.epub`),
    'a right login': logIn,
  }
  return async (times: Times) => {
    for (const [name, ask] of Object.entries(things)) (times[name] ??= []).push(await ask())
  }
}

/** Logs in from a separate loopback IP address, as another machine would; resolves with the HTTP status. */
function postLogin(url: string, localAddress: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = { 'content-type': 'application/json' }
  const sent = request(
    `${url}/api/v1/auth/login`,
    { method: 'POST', localAddress, headers, agent: false },
    (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    },
  )
  sent.on('error', reject).end(JSON.stringify({ account, password }))
  return promise
}
