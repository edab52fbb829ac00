import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Api, createClient, toRequest, type Transport } from '#shared/contract/client.ts'
import { Failure, type FailureKind } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import type { LoggedIn } from '#shared/api/account/user.ts'
import { type AppParts, createApp } from '#server/app.ts'
import type { CodeLimits } from '#server/account/throttle/code-budget.ts'
import { type Connection, openDatabase } from '#server/db/open-database.ts'
import type { Db } from '#server/db/schema.ts'
import { defaultAdmission } from '#server/limit/admission-limit.ts'
import { buildBundle } from '#server/page/build-bundle.ts'
import { loadBundle } from '#server/page/bundle.ts'
import type { JobStatus } from '#server/jobs/job-queries.ts'
import { waitForJob } from '#server/jobs/wait-for-job.ts'
import { createSendMail } from '#server/mail/send-mail.ts'
import { createLocalStorage } from '#server/storage/local-storage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { createTestDatabase, type Lifetime } from './test-database.ts'
import { openTestMailbox, type TestMailbox } from './test-mailbox.ts'

export interface TestSite {
  /** Without a slash at its end. */
  url: string
  db: Db
  /** How to reach its database without the site's pool. */
  connection: Connection
  mailbox: TestMailbox
  storage: Storage
  /** Where the storage keeps its files, unless a test brings another. */
  files: string
  /** The code last sent to a phone number or an email address. */
  codeFor(account: string): string
  /** A caller without an account. */
  visitor: Api
  /** A caller with this token, at an address of their own; `node` is the URL of the node that is called. */
  caller(token?: string, node?: string): Api
  /** A fresh reader, registered through the front door. */
  newUser(name?: string): Promise<LoggedIn & { api: Api; email: string }>
  /** A fresh user with the role of an editor. */
  newEditor(name?: string): Promise<LoggedIn & { api: Api; email: string }>
  /** Another process's view of the same site: an app of its own on the same database. */
  secondNode(parts?: Partial<AppParts>): Promise<string>
  /** Resolves when a background job has ended; the site must have been started with `runsJobs`. */
  jobEnded(id: string): Promise<JobStatus>
}

let readers = 0

/** Nobody but the tests of these limits meets them. */
const roomy = { withoutProof: 5000, max: 5000 }
const roomyLimits: CodeLimits = { address: roomy, email: roomy, phone: roomy }

/** A busy machine makes requests wait for longer than a visitor would; no test fails because of that. */
const patientAdmission = { ...defaultAdmission, longestWaitMs: 60_000 }

/** The bundle is read once for all sites of a process. */
let bundle: ReturnType<typeof loadBundle> | undefined

async function loadTestBundle() {
  return loadBundle(await buildBundle(() => undefined))
}

/** The whole site on a database of its own, listening; closed with the test. */
export async function startTestSite(
  t: Lifetime,
  settings: Partial<Site> = {},
  { port = 0, ...parts }: Partial<AppParts> & { port?: number } = {},
): Promise<TestSite> {
  const database = await createTestDatabase()
  const mailbox = await openTestMailbox()
  const db = openDatabase(database.connection, () => undefined)
  const log = pino({ level: 'silent' })
  const site: Site = {
    name: '知图',
    tagline: '连接知识',
    publicUrl: 'http://books.test',
    icpNumber: '',
    mapApprovalNumber: '',
    map: { borders: 'none', provider: null },
    pictureBase: '/storage',
    featureVideo: false,
    holdFirstComment: false,
    codesInLog: false,
    ...settings,
  }
  const sendMail = createSendMail({ smtpUrl: mailbox.url, from: 'noreply@books.test', log })
  const files = await mkdtemp(join(tmpdir(), 'zhitu-storage-'))
  const storage = parts.storage ?? createLocalStorage(files, db)
  const texts = new Map<string, string>()
  const codeFor = (account: string) => texts.get(account) ?? mailbox.codeFor(account)
  const stops: (() => Promise<unknown>)[] = []
  const listen = async (others: Partial<AppParts> = {}) => {
    const app = await createApp({
      db,
      connection: database.connection,
      site,
      bundle: await (bundle ??= loadTestBundle()),
      sendMail,
      storage,
      // Texts are looked for where the mails are.
      sms: { reaches: () => true, sendCode: async (to, code) => void texts.set(to, code) },
      codeLimits: roomyLimits,
      admission: patientAdmission,
      log,
      trustProxy: true,
      ...parts,
      ...others,
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
  const caller = (token?: string, node = url) => createClient(overFetch(node, token))
  const visitor = caller()
  const newUser = async (name?: string) => {
    const email = `reader${++readers}@books.test`
    const guest = caller()
    await guest.auth.sendCode({ account: email, purpose: 'register' })
    const loggedIn = await guest.user.create({ account: email, code: mailbox.codeFor(email), ...(name && { name }) })
    return { ...loggedIn, email, api: caller(loggedIn.token) }
  }
  const newEditor = async (name?: string) => {
    const editor = await newUser(name)
    await db
      .updateTable('user')
      .set({ roles: ['editor'] })
      .where('id', '=', editor.user.id)
      .execute()
    return editor
  }
  return {
    url,
    db,
    connection: database.connection,
    mailbox,
    codeFor,
    storage,
    files,
    visitor,
    caller,
    newUser,
    newEditor,
    secondNode: (others) => listen(others),
    jobEnded: (id: string) => waitForJob(database.connection, db, id),
  }
}

let addresses = 0

/** Calls as the browser does, from an address of its own, so that limits by address do not couple tests. */
function overFetch(base: string, token?: string): Transport {
  const address = `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  return async (call) => {
    const { method, url, body } = toRequest(call)
    const headers = new Headers({ 'x-forwarded-for': address })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    return (await fetch(base + url, { method, headers, ...(body === undefined ? {} : { body }) })).json()
  }
}

/** The failure a call must end with. */
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
