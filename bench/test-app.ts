import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { defaultSite } from '#shared/api/default-site.ts'
import { createApp } from '#server/start/app.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { type Bundle, loadBundle } from '#server/pages/rendering/bundle.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import { createTestDatabase } from '../test/test-database.ts'

export const storageDirectory = join(tmpdir(), 'zhitu-bench-storage')
export const publicUrl = 'http://books.test'

/** Rate limits so high that no benchmark reaches them, because the benchmarks do not measure rate limits. */
const roomy = { withoutProof: 1e6, max: 1e6 }

interface AppChoices {
  /** The database; a new one if undefined. */
  connection?: Connection | undefined
  runsJobs?: boolean | undefined
  adapt?: (bundle: Bundle) => Bundle
}

/**
 * Creates the site's app as in production, but not yet listening. A test PostgreSQL must have been started, by this
 * process or by its parent.
 */
export async function createTestApp({ connection: given, runsJobs = false, adapt = (bundle) => bundle }: AppChoices) {
  const connection = given ?? (await createTestDatabase()).connection
  const bundle = await loadBundle(await buildBundle(console.error))
  const db = openDatabase(connection, () => undefined)
  return createApp({
    db,
    storage: createLocalStorage(storageDirectory, db),
    connection,
    site: { ...defaultSite, publicUrl },
    bundle: adapt(bundle),
    sendMail: async () => undefined,
    codeLimits: { address: roomy, email: roomy, phone: roomy },
    log: pino({ level: 'warn' }),
    trustProxy: false,
    runsJobs,
  })
}
