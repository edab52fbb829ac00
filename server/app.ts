import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import { v7 as newId } from 'uuid'
import { fail, Failure } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import {
  AdmissionLimit,
  type AdmissionSettings,
  defaultAdmission,
  uploadPlaces,
} from '#server/limit/admission-limit.ts'
import { mountAdmission, refuseWhenBusy } from '#server/http/mount-admission.ts'
import { auditHandlers } from '#server/audit/trail/audit-handlers.ts'
import { authHandlers } from '#server/account/login/auth-handlers.ts'
import { CodeBudget, type CodeLimits, codeLimitsFor } from '#server/account/throttle/code-budget.ts'
import { sessionHandlers } from '#server/account/settings/session-handlers.ts'
import { findSession } from '#server/account/session/session-queries.ts'
import { avatarHandlers } from '#server/account/avatar/avatar-handlers.ts'
import { bookAdminHandlers } from '#server/book/book-admin-handlers.ts'
import { bookHandlers } from '#server/book/book-handlers.ts'
import { commentHandlers } from '#server/comment/comment-handlers.ts'
import type { Context } from '#server/call/context.ts'
import { Changes } from '#server/cache/changes.ts'
import type { Connection } from '#server/db/open-database.ts'
import type { Db } from '#server/db/schema.ts'
import { mountBuiltFiles } from '#server/page/built-files.ts'
import type { Bundle } from '#server/page/bundle.ts'
import { guardHandlers } from '#server/guard/guard-handlers.ts'
import { callerAddress } from '#server/http/caller-address.ts'
import { closeInOrder } from '#server/http/close-in-order.ts'
import type { Handlers } from '#server/call/handlers.ts'
import { mountBookEntries } from '#server/reading/book-entry-routes.ts'
import { mountBookFiles } from '#server/book-file/book-file-routes.ts'
import { errorPages } from '#server/http/error-page.ts'
import { mountHealth } from '#server/http/health.ts'
import { refuseMalformed } from '#server/http/malformed-request.ts'
import { mountImports } from '#server/library/import/import-routes.ts'
import { mountKosync } from '#server/e-reader/kosync/kosync-routes.ts'
import { mountMarkTiles } from '#server/map/marks/mark-tile-routes.ts'
import { answerFailure, mountApi } from '#server/http/mount-api.ts'
import { describeApi } from '#server/http/open-api.ts'
import { mountOpds } from '#server/e-reader/opds/opds-routes.ts'
import { PageCache } from '#server/cache/page-cache.ts'
import { mountPages } from '#server/page/mount-pages.ts'
import { PublicAnswers } from '#server/http/public-answers.ts'
import { mountPublicFiles } from '#server/page/public-files.ts'
import { FailureLog } from '#server/http/failure-log.ts'
import { answerNobody, isClientGone } from '#server/http/client-gone.ts'
import { rateLimitStore } from '#server/limit/rate-limit-store.ts'
import { securityHeaders, storageOrigins } from '#server/http/security-headers.ts'
import { createHttpServer, refuseHead } from '#server/http/request-head.ts'
import { mountVideoFiles } from '#server/video/video-picture-routes.ts'
import { answerFromCache } from '#server/http/send-cached.ts'
import { mountSharedAssets } from '#server/page/shared-assets.ts'
import { mountStoredFiles } from '#server/upload/stored-file-routes.ts'
import { mountUploads } from '#server/upload/upload-routes.ts'
import { mountUnreadStream } from '#server/message/stream/unread-stream-route.ts'
import { mountUnsubscribe } from '#server/message/unsubscribe-route.ts'
import { kosyncHandlers } from '#server/e-reader/kosync/kosync-handlers.ts'
import { ViewCounter } from '#server/item/view-counter.ts'
import { BookFiles } from '#server/book-file/book-files.ts'
import { libraryHandlers } from '#server/library/library-handlers.ts'
import type { SendMail } from '#server/mail/send-mail.ts'
import { mountProvider } from '#server/map/provider/provider-routes.ts'
import type { ProviderSource } from '#server/map/provider/provider-source.ts'
import { mountTiles } from '#server/map/tiles/tile-routes.ts'
import { markHandlers } from '#server/map/marks/mark-handlers.ts'
import { passkeyHandlers } from '#server/account/passkey/passkey-handlers.ts'
import { messageHandlers } from '#server/message/message-handlers.ts'
import { UnreadStreams } from '#server/message/stream/unread-streams.ts'
import { placeAdminHandlers } from '#server/place/place-admin-handlers.ts'
import { placeHandlers } from '#server/place/place-handlers.ts'
import { recommendationHandlers } from '#server/recommendation/recommendation-handlers.ts'
import { reactionHandlers } from '#server/reaction/reaction-handlers.ts'
import { reportHandlers } from '#server/report/report-handlers.ts'
import { profileHandlers } from '#server/profile/profile-handlers.ts'
import { annotationHandlers } from '#server/reading/annotation-handlers.ts'
import { BookArchives } from '#server/book-file/book-archives.ts'
import { readingHandlers } from '#server/reading/reading-handlers.ts'
import { routeHandlers } from '#server/route/route-handlers.ts'
import { searchHandlers } from '#server/search/search-handlers.ts'
import { shelfHandlers } from '#server/shelf/shelf-handlers.ts'
import { siteHandlers } from '#server/site/site-handlers.ts'
import { runSiteJobs } from './site-jobs.ts'
import type { SitePlace } from '#server/site/site-identity.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { SmsSender } from '#server/sms/sms-sender.ts'
import { tagAdminHandlers } from '#server/tag/tag-admin-handlers.ts'
import { tagHandlers } from '#server/tag/tag-handlers.ts'
import { totpHandlers } from '#server/account/totp/totp-handlers.ts'
import { tourAdminHandlers } from '#server/tour/tour-admin-handlers.ts'
import { tourHandlers } from '#server/tour/tour-handlers.ts'
import { memberHandlers } from '#server/account/member/member-handlers.ts'
import { myDataHandlers } from '#server/account/settings/my-data-handlers.ts'
import { userHandlers } from '#server/account/settings/user-handlers.ts'
import { videoHandlers } from '#server/video/video-handlers.ts'

export interface AppParts {
  db: Db
  connection: Connection
  site: Site
  bundle: Bundle
  sendMail: SendMail
  storage: Storage
  sms?: SmsSender | null
  codeLimits?: CodeLimits
  log: FastifyBaseLogger
  trustProxy: boolean
  mapProvider?: ProviderSource | null
  /** Where the site runs; jobs that could harm the original do nothing in a copy of it. */
  place?: SitePlace
  /** Whether this process also runs background jobs; every process may enqueue them. */
  runsJobs?: boolean
  /** How many requests are worked on and wait; tests make them few. */
  admission?: AdmissionSettings
  /** Milliseconds for which a stop waits for requests under way; tests make it short. */
  closeGraceMs?: number
}

const handlers: Handlers = {
  auth: authHandlers,
  session: sessionHandlers,
  passkey: passkeyHandlers,
  totp: totpHandlers,
  user: { ...userHandlers, ...memberHandlers, ...myDataHandlers },
  audit: auditHandlers,
  avatar: avatarHandlers,
  message: messageHandlers,
  profile: profileHandlers,
  book: { ...bookHandlers, ...bookAdminHandlers },
  kosync: kosyncHandlers,
  video: videoHandlers,
  library: libraryHandlers,
  tag: { ...tagHandlers, ...tagAdminHandlers },
  place: { ...placeHandlers, ...placeAdminHandlers },
  search: searchHandlers,
  mark: markHandlers,
  tour: { ...tourHandlers, ...tourAdminHandlers },
  recommendation: recommendationHandlers,
  route: routeHandlers,
  site: siteHandlers,
  comment: commentHandlers,
  reaction: reactionHandlers,
  shelf: shelfHandlers,
  report: reportHandlers,
  guard: guardHandlers,
  reading: readingHandlers,
  annotation: annotationHandlers,
}
const cacheBytes = 12 * 1024 * 1024

/** The whole site on one database, not yet listening. */
export async function createApp(parts: AppParts) {
  const { db, connection, site, bundle, sendMail, storage, log, trustProxy, mapProvider } = parts
  const { sms = null, codeLimits = codeLimitsFor({ email: 1000, phone: 200 }), runsJobs = false } = parts
  const bookFiles = new BookFiles(storage)
  const cache = new PageCache(cacheBytes)
  const isDevelopment = bundle.middleware !== undefined
  const security = securityHeaders({
    inlineScripts: bundle.inlineScripts,
    isHttps: site.publicUrl.startsWith('https:'),
    isDevelopment,
    storageOrigins: storageOrigins(site, storage),
  })
  const streams = new UnreadStreams(db, (error) => log.warn({ err: error }, 'unread messages not told'))
  const changes = new Changes(connection, {
    changed: (topics) => {
      const ofPages = streams.changed(topics)
      if (ofPages.length > 0) cache.drop(ofPages)
    },
    lost: (error) => (log.warn({ err: error }, 'changes are not heard'), cache.setDeaf(true)),
    // In development the sources change without a word.
    restored: () => (cache.setDeaf(isDevelopment), streams.tellAll()),
    ignored: (payload) => log.warn({ payload: payload.slice(0, 200) }, 'notification ignored'),
  })
  const admissionSettings = parts.admission ?? defaultAdmission
  const admission = new AdmissionLimit(admissionSettings)
  const app = Fastify({
    loggerInstance: log,
    // One proxy in front: it alone is believed, and says who called it; what callers claim before that is not.
    trustProxy: trustProxy && ((_: string, hop: number) => hop === 0),
    frameworkErrors: (error, request, reply) =>
      answerFailure(error, request, reply.headers({ ...security, 'x-request-id': request.id })),
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, security),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    serverFactory: (handle, options) =>
      createHttpServer(options, handle, (request, response) => {
        if (bundle.middleware) bundle.middleware(request, response, () => handle(request, response))
        else if (answerFromCache(cache, security, request, response)) return
        else if (!refuseWhenBusy(admission, request, response, () => ({ app, security, requestId: newId() })))
          handle(request, response)
      }),
  })

  app.decorate('errorPage', errorPages(site.name, bundle.assetsOf([]).styles))
  app.decorate('failureLog', new FailureLog(log))
  app.addHook('onRequest', async (request, reply) => {
    if (isClientGone(request)) return answerNobody(request, reply)
    reply.headers(security).header('x-request-id', request.id)
    return refuseHead(request, reply)
  })
  mountAdmission(app, admission, new AdmissionLimit({ ...admissionSettings, ...uploadPlaces }))
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request, reply) =>
    answerFailure(new Failure('missing', '这里没有可以这样使用的东西'), request, reply),
  )
  await app.register(rateLimit, {
    global: false,
    store: rateLimitStore(db),
    keyGenerator: ({ ip }) => callerAddress(ip),
    errorResponseBuilder: (_, { statusCode }) => Object.assign(new Error(), { statusCode }),
  })

  const archives = new BookArchives(bookFiles)
  const views = new ViewCounter(db, (error) => log.warn({ err: error }, 'views not written'))
  const visitor = {
    db,
    site,
    sendMail,
    sms,
    codeBudget: new CodeBudget(codeLimits, log),
    storage,
    archives,
    views,
    log,
    user: null,
    token: null,
    userAgent: '',
    address: '',
  }
  const contextOf = async (request: FastifyRequest): Promise<Context> => {
    const token = tokenOf(request)
    const user = token === null ? null : await findSession(db, token)
    const { ip, headers } = request
    const caller = { userAgent: headers['user-agent'] ?? '', address: callerAddress(ip) }
    return { ...visitor, ...caller, user, token, dependsOn: () => undefined }
  }
  const answers = new PublicAnswers(cache, security)
  await app.register(async (api) => {
    await api.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
    mountUnreadStream(api, { streams, security, contextOf })
    mountApi(api, { handlers, contextOf, answers, waitForInvalidation: () => changes.waitForInvalidation() })
    await mountImports(api, contextOf)
    const description = describeApi(site)
    api.get('/api/v1/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(description))
    api.all('/api/*', () => fail('missing', '没有这个接口'))
  })

  mountHealth(app, db)
  await mountUnsubscribe(app, db)
  mountBookFiles(app, { db, bookFiles })
  mountBookEntries(app, { db, archives })
  mountPublicFiles(app, { db, site, answers })
  mountOpds(app, { db, site, storage, answers })
  await mountKosync(app, db)
  mountVideoFiles(app, { db, site, answers })
  if (mapProvider) mountProvider(app, mapProvider, site.publicUrl)
  mountTiles(app, site.map)
  mountMarkTiles(app, { db, answers })
  if (storage.target.endpoint.startsWith('/')) {
    mountStoredFiles(app, { db, storage })
    await mountUploads(app, { db, storage })
  }
  const [clientDirectory] = bundle.clientDirectories
  if (clientDirectory !== undefined) mountSharedAssets(app, db, clientDirectory)
  await mountBuiltFiles(app, bundle)
  mountPages(app, {
    bundle,
    handlers,
    answers,
    publicUrl: site.publicUrl,
    security,
    visitorContext: (dependsOn) => ({ ...visitor, dependsOn }),
  })

  closeInOrder(app, () => streams.closeAll(), parts.closeGraceMs)
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onReady', () => changes.start())
  app.addHook('onReady', async () => views.start())
  if (runsJobs) runSiteJobs(app, parts)
  app.addHook('onClose', () => changes.stop())
  app.addHook('onClose', () => views.stop())
  app.addHook('onClose', async () => bundle.close?.())
  return app
}

/** With or without the word `Bearer` before it. */
function tokenOf({ headers: { authorization } }: FastifyRequest): string | null {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim()
  return token ? token : null
}
