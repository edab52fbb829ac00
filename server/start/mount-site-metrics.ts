import type { FastifyInstance } from 'fastify'
import { statfs } from 'node:fs/promises'
import type { BackupSettings } from '#server/operations/backup/make-backup.ts'
import type { PageCache } from '#server/platform/cache/page-cache.ts'
import { readPoolState } from '#server/platform/db/open-database.ts'
import type { ReadReplicas } from '#server/platform/replica/read-replicas.ts'
import { countJobs } from '#server/platform/jobs/job-queries.ts'
import type { UnreadStreams } from '#server/account/message/stream/unread-streams.ts'
import type { ServiceParts } from './create-services.ts'
import { readProgramVersion } from './program-version.ts'

export interface MetricsSettings {
  /** The token that Prometheus sends. */
  token: string
  /** The folder whose disk is measured. */
  dataDirectory: string
}

interface Measured extends Pick<ServiceParts, 'db' | 'sendMail' | 'sms' | 'storage'> {
  metrics?: MetricsSettings | null
  backup?: BackupSettings | null
  replicas?: ReadReplicas | null
  cache: PageCache
  streams: UnreadStreams
}

/**
 * Mounts `/metrics` if the operator wants it, before all other routes. Returns the services of the site, wrapped so
 * that their successes and failures are counted.
 */
export async function mountSiteMetrics(app: FastifyInstance, { metrics: settings, ...parts }: Measured) {
  const { db, backup, replicas, cache, streams, sendMail, sms = null, storage } = parts
  if (!settings) return { sendMail, sms, storage }
  // The library for metrics is loaded only where it is used, because it takes memory.
  const [{ mountMetrics }, { SiteMetrics }] = await Promise.all([
    import('#server/operations/monitoring/metrics-route.ts'),
    import('#server/operations/monitoring/site-metrics.ts'),
  ])
  const metrics = new SiteMetrics({
    version: readProgramVersion(),
    cache: () => ({ entries: cache.size, answers: cache.answers, evictions: cache.evictions }),
    streams: () => streams.count,
    pool: () => readPoolState(db),
    replicas: replicas ? { list: () => replicas.list(), reads: () => replicas.counts } : undefined,
    jobs: () => countJobs(db).catch(() => []),
    backup: async () => (await backup?.target.list().catch(() => []))?.[0],
    disk: () => measureDisk(settings.dataDirectory).catch(() => undefined),
  })
  mountMetrics(app, metrics, settings.token)
  return {
    sendMail: metrics.counted('mail', sendMail),
    sms: sms ? { ...sms, sendCode: metrics.counted('sms', sms.sendCode) } : sms,
    storage: {
      ...storage,
      get: metrics.counted('storage', storage.get),
      put: metrics.counted('storage', storage.put),
      putFile: metrics.counted('storage', storage.putFile),
      delete: metrics.counted('storage', storage.delete),
    },
  }
}

async function measureDisk(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
