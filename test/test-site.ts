import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Api, createClient, toRequest, type Transport } from '#shared/contract/client.ts'
import { Failure, type FailureKind } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { defaultSite } from '#shared/api/default-site.ts'
import type { LoggedIn, Role } from '#shared/api/account/user.ts'
import { type AppParts, createApp } from '#server/start/app.ts'
import type { CodeLimits } from '#server/account/throttle/code-budget.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { defaultAdmission } from '#server/http/limit/admission-limit.ts'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { loadBundle } from '#server/pages/rendering/bundle.ts'
import type { JobStatus } from '#server/platform/jobs/job-queries.ts'
import { waitForJob } from '#server/platform/jobs/wait-for-job.ts'
import { createSendMail } from '#server/platform/mail/send-mail.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { setRoles } from './set-roles.ts'
import { createTestDatabase, type Lifetime } from './test-database.ts'
import { openTestMailbox, type TestMailbox } from './test-mailbox.ts'

export interface TestSite {
  /** The base URL of the test site, without a slash at its end. */
  url: string
  db: Db
  /** Parameters with which a test connects to the site's database without the site's connection pool. */
  connection: Connection
  mailbox: TestMailbox
  storage: Storage
  /** Folder in which the site stores uploaded objects on the local disk; unused if a test passes another storage. */
  files: string
  /** Returns the verification code that was last sent to a phone number or an email address. */
  codeFor(account: string): string
  /** API client of a visitor who is not logged in. */
  visitor: Api
  /**
   * Returns an API client with a session token and its own IP address; `node` is the URL of the server process to call.
   */
  caller(token?: string, node?: string): Api
  /** Registers a new user by the calls that the pages make, and gives them these roles. */
  newUser(name?: string, roles?: Role[]): Promise<LoggedIn & { api: Api; email: string }>
  /** Registers a new user and gives them the role of an editor. */
  newEditor(name?: string): Promise<LoggedIn & { api: Api; email: string }>
  /** Starts another node of the site: a second app that uses the same database. Returns its URL. */
  secondNode(parts?: Partial<AppParts>): Promise<string>
  /** Resolves when a background job has ended; the site must have been started with `runsJobs`. */
  jobEnded(id: string): Promise<JobStatus>
}

let users = 0

/** Rate limits so high that only tests which set lower ones reach them. */
const roomy = { withoutProof: 5000, max: 5000 }
const roomyLimits: CodeLimits = { address: roomy, email: roomy, phone: roomy }

/**
 * The server limits the number of requests that it handles at a time. In tests a request may wait longer for its turn
 * than in production, so that no test fails on a busy machine.
 */
const patientAdmission = { ...defaultAdmission, longestWaitMs: 60_000 }

/** The built JavaScript that renders the pages is loaded once for all test sites of a process. */
let bundle: ReturnType<typeof loadBundle> | undefined

async function loadTestBundle() {
  return loadBundle(await buildBundle(() => undefined))
}

/**
 * Starts the whole site on a database of its own, listening on loopback. It is stopped and deleted when the test ends.
 */
export async function startTestSite(
  t: Lifetime,
  settings: Partial<Site> = {},
  { port = 0, ...parts }: Partial<AppParts> & { port?: number } = {},
): Promise<TestSite> {
  const database = await createTestDatabase()
  const { connection } = database
  const mailbox = await openTestMailbox()
  const db = openDatabase(connection, () => undefined)
  // Many tests provoke failures, so the log is silent unless a developer sets LOG_LEVEL.
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination({ dest: 2, sync: true }))
  const files = await mkdtemp(join(tmpdir(), 'zhitu-storage-'))
  const storage = parts.storage ?? createLocalStorage(files, db)
  const texts = new Map<string, string>()
  const stops: (() => Promise<unknown>)[] = []
  const listen = async (nodeParts: Partial<AppParts> = {}) => {
    const app = await createApp({
      db,
      connection,
      site: { ...defaultSite, publicUrl: 'http://books.test', ...settings },
      bundle: await (bundle ??= loadTestBundle()),
      sendMail: createSendMail({ smtpUrl: mailbox.url, from: 'noreply@books.test', log }),
      storage,
      // Text messages are not sent but stored in memory, so that `codeFor` can return their verification codes.
      sms: { reaches: () => true, sendCode: async (to, code) => void texts.set(to, code) },
      codeLimits: roomyLimits,
      admission: patientAdmission,
      log,
      trustProxy: true,
      ...parts,
      ...nodeParts,
    })
    stops.push(() => app.close())
    await app.listen({ port, host: '127.0.0.1' })
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  }
  const url = await listen()
  t.after(async () => {
    for (const stop of stops) await stop()
    await db.destroy()
    await mailbox.close()
    await database.drop()
    await rm(files, { recursive: true, force: true })
  })
  const codeFor = (account: string) => texts.get(account) ?? mailbox.codeFor(account)
  const secondNode = (nodeParts?: Partial<AppParts>) => listen(nodeParts)
  const jobEnded = (id: string) => waitForJob(connection, db, id)
  return {
    url,
    db,
    connection,
    mailbox,
    storage,
    files,
    codeFor,
    secondNode,
    jobEnded,
    ...createCallers({ url, db, mailbox }),
  }
}

/** Returns the functions with which a test calls the site's API as a visitor or as a new user. */
function createCallers({ url, db, mailbox }: Pick<TestSite, 'url' | 'db' | 'mailbox'>) {
  const caller = (token?: string, node = url) => createClient(overFetch(node, token))
  const newUser = async (name?: string, roles: Role[] = []) => {
    const email = `reader${++users}@books.test`
    const guest = caller()
    await guest.auth.sendCode({ account: email, purpose: 'register' })
    const loggedIn = await guest.user.create({ account: email, code: mailbox.codeFor(email), ...(name && { name }) })
    if (roles.length > 0) await setRoles(db, loggedIn.user.id, roles)
    return { ...loggedIn, email, api: caller(loggedIn.token) }
  }
  const newEditor = (name?: string) => newUser(name, ['editor'])
  return { caller, visitor: caller(), newUser, newEditor }
}

let addresses = 0

/** Calls the API as the browser does. Each client has its own IP address, so that rate limits do not couple tests. */
function overFetch(base: string, token?: string): Transport {
  const address = `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  return async (call) => {
    const { method, url, body } = await toRequest(call)
    const headers = new Headers({ 'x-forwarded-for': address })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    return (await fetch(base + url, { method, headers, ...(body === undefined ? {} : { body }) })).json()
  }
}

/**
 * Waits until an API call fails, and returns its error. Fails the test if the call succeeds or fails with an error of
 * another kind.
 */
export async function failureOf(promise: Promise<unknown>, kind: FailureKind): Promise<Failure> {
  const failure = await promise.then(
    () => assert.fail(`should have failed as ${kind}`),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure, String(failure))
  assert.equal(failure.kind, kind, failure.message)
  assert.match(failure.message, /[\u4e00-\u9fff]/)
  return failure
}
