import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { createApp } from './app.ts'
import { codeLimitsFor } from './auth/code-limits.ts'
import { sweep } from './auth/sweep.ts'
import { loadCatalog } from './catalog/load-catalog.ts'
import { type Config, readConfig } from './config.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { type Connection, openDatabase } from './db/open-database.ts'
import type { Db } from './db/schema.ts'
import { buildBundle } from './http/build-bundle.ts'
import { loadBundle } from './http/bundle.ts'
import { loadLibrary } from './library/load-library.ts'
import { createSendMail } from './mail/send-mail.ts'
import { scheduleDigests } from './message/schedule-digests.ts'
import { isIndexStale, rebuildIndex } from './search/rebuild-index.ts'
import { sweepSearch } from './search/sweep-search.ts'
import { openStorage } from './storage/open-storage.ts'
import { sweepStorage } from './storage/sweep-storage.ts'
import { createSmsSender } from './sms/sms-sender.ts'
import { createFirstAdmin } from './user/create-first-admin.ts'

const catalogDirectory = resolve(import.meta.dirname, '../catalog')
const say = (message: string) => console.log(message)
/** What has been started, to be stopped in the opposite order. */
const stops: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
try {
  await start(readConfig())
} catch (error) {
  console.error(explain(error))
  await stop(1)
}

async function start(config: Config) {
  const log = pino({ level: config.logLevel })
  const bundle = config.isDevelopment ? await openSources() : await loadBundle(await buildBundle(say))
  const connection = await findDatabase(config)
  const db = openDatabase(connection, (error) => log.warn({ err: error }, 'database connection lost'))
  stops.push(() => db.destroy())
  const ran = await migrate(connection)
  if (ran.length > 0) say(`数据库已更新（${ran.length} 步）。`)
  const loaded = await loadCatalog(db, catalogDirectory, config.site.name)
  if (loaded > 0) say(`书目已载入（${loaded} 本）。`)
  const texts = await loadLibrary(db)
  if (texts > 0) say(`书库已载入（${texts} 个文件）。`)
  // A small index is there before the first reader; a large one is searched as it is while it is written anew.
  await Promise.race([rebuildSearch(db, log), sleep(3000, undefined, { ref: false })])
  const admin = await createFirstAdmin(db, config.adminEmail)
  const sendMail = createSendMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, log })
  const storage = openStorage(db, config)
  const { sms: settings, smsCountries: countries, site } = config
  const sms = createSmsSender({ settings, countries, codesInLog: site.codesInLog, log })
  const app = await createApp({
    db,
    connection,
    bundle,
    sendMail,
    storage,
    sms,
    codeLimits: codeLimitsFor(config.codesPerHour),
    log,
    site,
    trustProxy: config.trustProxy,
    mapProvider: config.mapProvider,
  })
  stops.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  const tidy = () =>
    void Promise.all([sweep(db), sweepSearch(db), sweepStorage(db, storage)]).catch((error: unknown) =>
      log.warn({ err: error }, 'sweep failed'),
    )
  tidy()
  const timer = setInterval(tidy, 3_600_000)
  stops.push(async () => clearInterval(timer))
  // What readers are told is not for the log, where mails go without a server.
  if (config.smtpUrl !== undefined) stops.push(scheduleDigests({ db, site: config.site, sendMail }, log))
  say(`${config.site.name}已经开张：${config.site.publicUrl}`)
  if (admin) say(`管理员账号（只显示这一次，请记下）：${admin.email}　密码：${admin.password}`)
}

/** Writes the search index anew after its tokens have changed; a site stopped meanwhile begins again at its next start. */
async function rebuildSearch(db: Db, log: Logger) {
  try {
    if (await isIndexStale(db)) say(`检索已重建（${await rebuildIndex(db)} 本）。`)
  } catch (error) {
    log.warn({ err: error }, 'search index not rebuilt')
  }
}

/** Loaded only when developing: a bundler has no place in the memory of a running site. */
async function openSources() {
  const { openDevBundle } = await import('./http/dev-bundle.ts')
  return openDevBundle()
}

/** The operator's own PostgreSQL, or the embedded one, started here. */
async function findDatabase({ databaseUrl, dataDirectory }: Config): Promise<Connection> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl }
  say(`正在启动数据库（${join(dataDirectory, 'postgres')}）……`)
  const postgres = await startEmbeddedPostgres({ directory: dataDirectory, onLog: say })
  stops.push(() => postgres.stop())
  void postgres.exited.then((error) => error && (console.error(error.message), stop(1)))
  return postgres.connection
}

/** Ends what runs: requests under way are finished, then the database is closed. */
function stop(code: number): Promise<void> {
  process.exitCode ||= code
  stopping ??= (async () => {
    for (const one of stops.toReversed()) await one().catch((error: unknown) => console.error(error))
    process.exit()
  })()
  return stopping
}

/** Words for the operator; a bug keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof EmbeddedPostgresError) return error.message
  const { code, message = '', address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用，请停掉占用它的程序，或用 PORT 换一个。`
  if (code === 'EACCES' && port) return `没有权限使用端口 ${port}，请用 PORT 换一个 1024 以上的。`
  if (code === 'EADDRNOTAVAIL') return `这台机器上没有地址 ${address}，请检查 HOST。`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    return `连不上 DATABASE_URL 所说的数据库：${message}。`
  if (/[\u4e00-\u9fff]/.test(message)) return message
  return error instanceof Error ? (error.stack ?? message) : String(error)
}
