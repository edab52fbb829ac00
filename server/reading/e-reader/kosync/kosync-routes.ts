import type { FastifyInstance, FastifyRequest } from 'fastify'
import { failures } from '#shared/api/failure.ts'
import { kosyncPath } from '#shared/kosync-path.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type KeyHolder, verifyKey } from '#server/reading/e-reader/key/e-reader-key.ts'
import { findPosition } from './find-position.ts'
import {
  saveSynced,
  SyncedDocument,
  SyncedProgress,
  toSeconds,
  deviceIdOf,
  findSyncedText,
  toFraction,
} from './kosync-progress.ts'
import { callerAddress } from '#server/http/server/caller-address.ts'
import { endDisconnected, isDisconnected } from '#server/http/server/client-connection.ts'
import { toFailure } from '#server/http/call/failure-answer.ts'
import type { BookReader } from '#server/reading/reader/book-reader.ts'
import { sharedRateLimit } from '#server/http/limit/rate-limit-store.ts'
import { nameOfReader } from '#server/reading/reader/reading-queries.ts'
import { saveProgress } from '#server/reading/reader/record-progress.ts'

/** An error answer in the format of KOReader's own sync server: a status, an error code and a message. */
class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const unauthorized = () => new Refusal(401, 2001, 'Unauthorized')
const config = { rateLimit: sharedRateLimit('kosync', 120) }
// Reads are counted in memory, so that they go on while the database takes no writes.
const readConfig = { rateLimit: { max: 120, timeWindow: 60_000 } }
const body = 16 * 1024

/**
 * Mounts the sync protocol of the e-reader software KOReader, for users with an account on the site. The protocol is
 * described at https://github.com/koreader/koreader-sync-server.
 */
export async function mountKosync(app: FastifyInstance, db: Db, books: BookReader) {
  await app.register(
    async (scope) => {
      // E-readers send JSON under various content types, so every body is parsed as JSON.
      const parse = scope.getDefaultJsonParser('error', 'error')
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: body }, parse)
      scope.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))
      scope.setErrorHandler((error, request, reply) => {
        if (error instanceof Refusal) return reply.code(error.status).send({ code: error.code, message: error.message })
        if (isDisconnected(request)) return endDisconnected(request, reply)
        const failure = toFailure(error)
        if (failure.kind === 'broken' || failure.kind === 'unavailable')
          request.server.failureLog.record(request, failure, 'sync failed')
        return reply.code(failures[failure.kind].status).send({ code: 2000, message: failure.message })
      })
      mountCalls(scope, db, books)
    },
    { prefix: kosyncPath },
  )
}

function mountCalls(scope: FastifyInstance, db: Db, books: BookReader) {
  scope.get('/healthcheck', () => ({ state: 'OK' }))

  scope.post('/users/create', { config }, () => {
    throw new Refusal(
      402,
      2005,
      '不能在这里注册：请登录网站，在「设置」的「电子阅读器」里生成用户名和阅读器密钥，再选登录',
    )
  })

  scope.get('/users/auth', { config: readConfig }, async (request) => {
    await requireSyncUser(db, request)
    return { authorized: 'OK' }
  })

  scope.get('/syncs/progress/:document', { config: readConfig }, async (request) => {
    const { userId } = await requireSyncUser(db, request)
    const document = SyncedDocument.safeParse((request.params as { document: string }).document)
    if (!document.success) throw new Refusal(403, 2004, "Field 'document' not provided.")
    return findPosition(db, books, { userId, document: document.data, caller: { name: callerAddress(request.ip) } })
  })

  scope.put('/syncs/progress', { config }, (request) =>
    db.transaction().execute(async (db) => {
      const { userId, isSuspended } = await requireSyncUser(db, request, { locks: true })
      if (isSuspended) throw new Refusal(403, 2003, '你的账号已被停用，进度没有保存')
      const synced = SyncedProgress.safeParse(request.body)
      if (!synced.success) {
        const isAboutDocument = synced.error.issues.some(({ path }) => path[0] === 'document')
        throw isAboutDocument
          ? new Refusal(403, 2004, "Field 'document' not provided.")
          : new Refusal(403, 2003, 'Invalid request')
      }
      const cameAt = await saveSynced(db, userId, synced.data)
      await mergeReading(db, userId, synced.data, cameAt)
      return { document: synced.data.document, timestamp: toSeconds(cameAt) }
    }),
  )
}

async function requireSyncUser(db: Db, { headers }: FastifyRequest, options?: { locks: boolean }): Promise<KeyHolder> {
  const { 'x-auth-user': name, 'x-auth-key': key } = headers
  if (typeof name !== 'string' || typeof key !== 'string' || !/^\w{1,64}$/.test(name) || !/^[\da-f]{32}$/i.test(key))
    throw unauthorized()
  return (await verifyKey(db, { name, key }, options)) ?? Promise.reject(unauthorized())
}

/**
 * An e-reader has reported its progress in a document. If the document is a text file of this site, copies the progress
 * to the user's reading progress in the book of this file, unless another device is further. Only the fraction that was
 * read is copied, because every device describes the exact position in its own format.
 */
async function mergeReading(db: Db, userId: string, synced: SyncedProgress, reportedAt: Date) {
  const text = await findSyncedText(db, synced.document)
  if (text === undefined) return
  const report = {
    bookId: text.bookId,
    fileId: text.fileId,
    locator: '',
    fraction: toFraction(synced),
    updatedAt: reportedAt.toISOString(),
    deviceId: deviceIdOf(userId, { device: synced.device, deviceId: synced.device_id }),
    device: nameOfReader(synced.device),
  }
  await saveProgress(db, userId, report, 'furthest')
}
