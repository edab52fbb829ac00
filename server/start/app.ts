import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import type { InfoPages } from '#server/http/site/info-pages.ts'
import type { BackupSettings } from '#server/operations/backup/make-backup.ts'
import { Changes } from '#server/platform/cache/changes.ts'
import { onChinaMidnight } from '#server/pages/today/on-china-midnight.ts'
import { PageCache } from '#server/platform/cache/page-cache.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import { closeInOrder } from '#server/http/server/close-in-order.ts'
import { createServer } from '#server/http/server/create-server.ts'
import { mountApi } from '#server/http/server/mount-api.ts'
import { describeApi } from '#server/http/server/open-api.ts'
import { PublicAnswers } from '#server/http/server/public-answers.ts'
import { securityHeaders, storageOrigins } from '#server/http/server/security-headers.ts'
import { mountImports } from '#server/reading/library/import/import-routes.ts'
import type { AdmissionSettings } from '#server/http/limit/admission-limit.ts'
import type { ProviderSource } from '#server/map/provider/provider-source.ts'
import { mountUnreadStream } from '#server/account/message/stream/unread-stream-route.ts'
import { UnreadStreams } from '#server/account/message/stream/unread-streams.ts'
import type { Bundle } from '#server/pages/rendering/bundle.ts'
import { mountPages } from '#server/pages/rendering/mount-pages.ts'
import { mountAppIcons } from '#server/http/site/app-icon-routes.ts'
import type { SiteLogo } from '#server/http/site/site-logo.ts'
import { mountSiteLook, styleAddress } from '#server/http/site/site-look-routes.ts'
import type { Installation } from '#server/http/site/site-identity.ts'
import { createServices, type ServiceParts, type Services } from './create-services.ts'
import { callHandlers } from './call-handlers.ts'
import { mountFiles } from './mount-files.ts'
import { type MetricsSettings, mountSiteMetrics } from './mount-site-metrics.ts'
import { runSiteJobs } from './site-jobs.ts'

export interface AppParts extends ServiceParts {
  connection: Connection
  bundle: Bundle
  /**
   * True if exactly one reverse proxy is in front of the app, so that its `x-forwarded-for` header can be trusted to
   * contain the IP addresses of clients.
   */
  trustProxy: boolean
  mapProvider?: ProviderSource | null
  /**
   * Tells whether this is the original site or a copy of it; background jobs that could harm the original do nothing in
   * a copy.
   */
  installation?: Installation
  /** Where and how the site backs itself up every day; null if the operator has not set `BACKUP_TO`. */
  backup?: BackupSettings | null
  /** The logo that the operator has chosen; null for the logo of the program. */
  logo?: SiteLogo | null
  /** The information pages, such as the terms of use; if omitted, those that the project ships. */
  infoPages?: InfoPages
  /** Whether and for whom `/metrics` is served; null if the operator has not set `METRICS_TOKEN`. */
  metrics?: MetricsSettings | null
  /** The number of server processes that share the port of the site; by default 1. */
  workers?: number
  /** Whether this server process also runs background jobs; every server process may enqueue them. */
  runsJobs?: boolean
  /** How many requests are processed at the same time and how many may wait. Tests set smaller numbers. */
  admission?: AdmissionSettings
  /** Milliseconds for which a client may take nothing of an answer before it is disconnected; tests shorten it. */
  stallMs?: number
  /** Milliseconds for which a shutdown waits for unfinished requests; tests shorten it. */
  closeGraceMs?: number
}

const cacheBytes = 12 * 1024 * 1024

/** Creates the HTTP server of the whole site on one database. The returned server does not listen yet. */
export async function createApp(parts: AppParts) {
  const { db, site, storage, log, mapProvider } = parts
  const bundle = withColors(parts.bundle, site)
  const cache = new PageCache(cacheBytes)
  const security = securityHeaders({
    inlineScripts: bundle.inlineScripts,
    isHttps: site.publicUrl.startsWith('https:'),
    isDevelopment: bundle.middleware !== undefined,
    storageOrigins: storageOrigins(site, storage),
  })
  const errorStyles = bundle.assetsOf([]).styles
  const app = await createServer({
    ...parts,
    cache,
    security,
    siteName: site.name,
    errorStyles,
    middleware: bundle.middleware,
  })
  const streams = new UnreadStreams(
    db,
    (error) => log.warn({ err: error }, 'unread messages not sent to open pages'),
    parts.workers,
  )
  const counted = await mountSiteMetrics(app, { ...parts, cache, streams })
  const services = createServices({ ...parts, ...counted })
  const changes = listenForChanges(parts, cache, streams)
  const answers = new PublicAnswers(cache, security, () => changes.waitForInvalidation())

  await app.register((api) => mountCalls(api, { ...parts, services, answers, streams, changes, security }))
  const { logo = null } = parts
  mountSiteLook(app, { colors: site.colors, logo })
  mountAppIcons(app, { site, logo })
  await mountFiles(app, { db, site, storage: counted.storage, bundle, answers, services, mapProvider })
  const { visitorContext } = services
  mountPages(app, { bundle, handlers: callHandlers, answers, publicUrl: site.publicUrl, security, visitorContext })

  closeInOrder(app, () => streams.closeAll(), parts.closeGraceMs)
  app.addHook('onReady', () => changes.start())
  if (!site.isReadOnly) app.addHook('onReady', async () => services.views.start())
  if (parts.runsJobs) runSiteJobs(app, { ...parts, ...counted })
  const endDays = onChinaMidnight(() => cache.softInvalidate([topic.day]))
  app.addHook('onClose', async () => endDays())
  app.addHook('onClose', async () => services.books.stop())
  app.addHook('onClose', () => changes.stop())
  if (!site.isReadOnly) app.addHook('onClose', () => services.views.stop())
  app.addHook('onClose', async () => bundle.close?.())
  return app
}

/** Adds the style sheet with the colours that the operator has chosen to the style sheets of all pages. */
function withColors(bundle: Bundle, { colors }: AppParts['site']): Bundle {
  if (colors === null) return bundle
  const address = styleAddress(colors)
  const assetsOf: Bundle['assetsOf'] = (modules) => {
    const { styles, ...assets } = bundle.assetsOf(modules)
    return { ...assets, styles: [...styles, address] }
  }
  return { ...bundle, assetsOf }
}

/**
 * Invalidates cached pages and notifies pages open in browsers when the database reports a change that this or another
 * server process has made.
 */
function listenForChanges({ connection, bundle, log }: AppParts, cache: PageCache, streams: UnreadStreams): Changes {
  // In development the source files change without a notification from the database, so nothing may be cached.
  const isUncached = bundle.middleware !== undefined
  return new Changes(connection, {
    changed: (topics, isSoft) => {
      const ofPages = streams.changed(topics)
      if (ofPages.length === 0) return
      if (isSoft) cache.softInvalidate(ofPages)
      else cache.invalidate(ofPages)
    },
    lost: (error) => (log.warn({ err: error }, 'invalidations are not received'), cache.setDisconnected(true)),
    restored: () => (cache.setDisconnected(isUncached), streams.updateAll()),
    ignored: (payload) => log.warn({ payload: payload.slice(0, 200) }, 'notification ignored'),
  })
}

interface CallParts extends Pick<AppParts, 'site'> {
  services: Services
  answers: PublicAnswers
  streams: UnreadStreams
  changes: Changes
  security: ReturnType<typeof securityHeaders>
  log: FastifyBaseLogger
}

/** Mounts all routes below `/api`, with compressed responses. */
async function mountCalls(api: FastifyInstance, { site, services, answers, streams, changes, security }: CallParts) {
  const { contextOf } = services
  await api.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  mountUnreadStream(api, { streams, security, contextOf })
  const waitForInvalidation = () => changes.waitForInvalidation()
  mountApi(api, { handlers: callHandlers, contextOf, answers, waitForInvalidation })
  await mountImports(api, contextOf)
  let description: object | undefined
  api.get('/api/v1/openapi.json', (_, reply) =>
    reply.header('cache-control', 'no-cache').send((description ??= describeApi(site))),
  )
  api.all('/api/*', () => fail('missing', '没有这个接口'))
}
