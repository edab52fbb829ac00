import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { createServices } from '#server/start/create-services.ts'
import { type Config, readConfig } from '#server/start/config.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import { describeAdmin, fillDatabase } from '#server/start/fill-database.ts'
import { findDatabase } from '#server/start/find-database.ts'
import { createSendMail } from '#server/platform/mail/send-mail.ts'
import { explainStartFailure } from '#server/start/start-failure.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { restartOnChange } from './restart-on-change.ts'
import { addSampleData, describeSampleAccounts } from './sample-data.ts'

/**
 * `npm run dev`: runs the site from its sources. This process keeps the embedded database running and restarts the
 * server whenever a file of `server` or `shared` changes; Vite, inside the server, reloads the pages.
 */
const root = resolve(import.meta.dirname, '../../..')
const say = (message: string) => console.log(message)
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
try {
  await develop(readConfig())
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(explainStartFailure(error))
    process.exitCode = 1
  }
}

async function develop(config: Config) {
  const { signal } = stopping
  let stopDatabase: (() => Promise<unknown>) | undefined
  const onExit = (error: Error) => (console.error(error.message), stopping.abort())
  try {
    await prepareData(
      await findDatabase(config, { say, signal, onExit, onStop: (stop) => (stopDatabase = stop) }),
      config,
    )
    await restartOnChange({
      // The restarted server finds the embedded database, which is still running, by means of the data directory.
      start: () => spawn(process.execPath, ['server/start/main.ts'], { cwd: root, stdio: 'inherit' }),
      folders: [join(root, 'server'), join(root, 'shared')],
      onExit: () => say('服务已停下。改好文件并保存后，它会重新启动；按 Ctrl-C 结束。'),
      signal,
    })
  } finally {
    await stopDatabase?.()
  }
}

/**
 * Fills the development database with tables and catalogue. If the database had no admin until now, it was empty, so
 * the sample data is added as well.
 */
async function prepareData(connection: Connection, config: Config) {
  const { admin } = await fillDatabase(connection, config, { say, signal: stopping.signal })
  if (admin === undefined) return
  // A site with a public URL gets no sample data, because everybody knows the passwords of the sample accounts.
  if (!['localhost', '127.0.0.1'].includes(new URL(config.site.publicUrl).hostname)) return say(describeAdmin(admin))
  const log = pino({ level: config.logLevel })
  const db = openDatabase(connection, () => undefined)
  try {
    const sendMail = createSendMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, log })
    const services = createServices({ db, site: config.site, sendMail, storage: openStorage(db, config), log })
    await addSampleData(services, admin.email)
    say(describeSampleAccounts(admin.email))
  } finally {
    await db.destroy()
  }
}
