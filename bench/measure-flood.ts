import { randomBytes } from 'node:crypto'
import { rememberAddress } from '#server/account/throttle/known-address.ts'
import { createUser } from '#server/account/user/create-user.ts'
import { hashPassword } from '#server/account/user/password.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import type { AppQuestion } from './app-process.ts'
import { startChild, startSettings } from './bench-process.ts'
import { atMost, median, type Row, row, type Table } from './budget-table.ts'
import { callRequest, freshAddress, mustGet, send } from './http-client.ts'
import type { Load, LoadResult } from './load-process.ts'
import { createPatientDatabase } from './patient-database.ts'
import { storageDirectory } from './test-app.ts'

const rounds = 5
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

type Times = Record<string, number[]>

/** Measures how much longer a visitor waits while ten IP addresses send invalid calls without a pause. */
export async function measureFlood(): Promise<Table> {
  const { connection, db } = await createPatientDatabase()
  const child = startChild('app-process.ts', startSettings)
  const flooder = startChild('load-process.ts')
  const url = await child.ask<string>({ do: 'listen', isCached: true, connection } satisfies AppQuestion)
  const visit = await prepareVisit(db, url)
  await visit({})
  const alone: Times = {}
  const during: Record<string, Times> = {}
  let numbers = 0
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < visitsOfRound; n++) await visit(alone)
    for (const [name, write] of Object.entries(floods)) {
      const requests = Array.from({ length: 1000 }, () => write(++numbers))
      const load = { url, requests, clients: flooders, requestsOfEach: callsOfEach, rate: floodRate }
      const flood = flooder.ask<LoadResult>({ ...load, seconds: floodMs / 1000 } satisfies Load)
      const began = performance.now()
      await new Promise((done) => setTimeout(done, floodMs / 10))
      // Visits start only during the first 70 % of the flood's duration, so that the last visit ends before the flood.
      while (performance.now() - began < floodMs * 0.7) await visit((during[name] ??= {}))
      if (performance.now() - began > floodMs) throw new Error(`a visit outlasted the flood of ${name}`)
      requireRefused(name, await flood)
    }
  }
  await Promise.all([child.stop(), flooder.stop()])
  return {
    title: `flood: ${flooders} addresses at a time, ${callsOfEach} bogus calls of each, ${floodRate} a second`,
    rows: report(alone, during),
  }
}

function requireRefused(name: string, { statuses, reset, timedOut }: LoadResult) {
  const unexpected = Object.keys(statuses).filter((status) => !['400', '429', '503'].includes(status))
  if (unexpected.length > 0 || reset > 0 || timedOut > 0)
    throw new Error(`bogus ${name} were answered ${unexpected.join()}; ${reset} were reset and ${timedOut} timed out`)
}

function report(alone: Times, during: Record<string, Times>): Row[] {
  return Object.entries(alone).flatMap(([what, times]) => [
    row(`${what}, alone`, median(times), 'ms'),
    ...Object.entries(during).map(([name, { [what]: slower = [] }]) =>
      row(`— during ${name}, of ${slower.length}`, median(slower) / median(times), '×', atMost(3)),
    ),
  ])
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
  /** Each login is sent from its own IP address, so that the limit of logins for an IP address does not apply. */
  const logIn = async () => {
    const localAddress = freshAddress()
    await rememberAddress(db, userId, localAddress)
    const began = performance.now()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ account, password })
    const options = { method: 'POST', localAddress, headers, agent: false as const, body }
    const { status } = await send(`${url}/api/v1/auth/login`, options)
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
