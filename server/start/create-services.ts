import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Site } from '#shared/api/site.ts'
import { findSession } from '#server/account/session/find-session.ts'
import { CodeBudget, type CodeLimits, codeLimitsFor } from '#server/account/throttle/code-budget.ts'
import type { BackupSettings } from '#server/operations/backup/make-backup.ts'
import { BookReader } from '#server/reading/reader/book-reader.ts'
import { BookFiles } from '#server/reading/book-file/book-files.ts'
import type { Context } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { callerAddress } from '#server/http/server/caller-address.ts'
import type { DependsOn } from '#server/http/server/public-answers.ts'
import type { ReadReplicas } from '#server/platform/replica/read-replicas.ts'
import { ViewCounter } from '#server/catalogue/item/view-counter.ts'
import type { SendMail } from '#server/platform/mail/send-mail.ts'
import type { SmsSender } from '#server/platform/sms/sms-sender.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type InfoPages, readInfoPages } from '#server/http/site/info-pages.ts'
import { readProgramVersion } from './program-version.ts'

export interface ServiceParts {
  db: Db
  site: Site
  sendMail: SendMail
  storage: Storage
  log: FastifyBaseLogger
  /** Sends text messages; null on a site that sends no text messages. */
  sms?: SmsSender | null
  codeLimits?: CodeLimits
  backup?: BackupSettings | null
  /** The replicas of the database; null if all reads go to the primary. */
  replicas?: ReadReplicas | null
  /** The information pages; if omitted, those that the project ships. */
  infoPages?: InfoPages
}

/**
 * Creates the services that all API calls on this server process share, and functions that make the context of a single
 * call.
 */
export function createServices({ codeLimits, sms = null, backup, replicas = null, ...parts }: ServiceParts) {
  const { db, site, sendMail, storage, log } = parts
  const bookFiles = new BookFiles(storage)
  const books = new BookReader(bookFiles)
  const views = new ViewCounter(db, (error) => log.warn({ err: error }, 'views not written'))
  const codeBudget = new CodeBudget(codeLimits ?? codeLimitsFor({ email: 1000, phone: 200 }), log)
  const backups = backup ? { place: backup.target.description, list: () => backup.target.list() } : null
  const version = readProgramVersion()
  const infoPages = parts.infoPages ?? readInfoPages({ folder: null, site, contactEmail: null })
  const shared = {
    db,
    primary: db,
    replicas,
    site,
    infoPages,
    version,
    backups,
    sendMail,
    sms,
    codeBudget,
    storage,
    books,
    views,
    log,
  }
  return {
    bookFiles,
    books,
    views,
    /** Returns the context for rendering public pages: a visitor who is not logged in. */
    visitorContext: (dependsOn: DependsOn): Context => ({
      ...shared,
      user: null,
      token: null,
      userAgent: '',
      address: '',
      dependsOn,
    }),
    /** Returns the context of an API call that came over HTTP; looks up the session of its token in the database. */
    contextOf: async ({ headers, ip }: FastifyRequest): Promise<Context> => {
      const token = readToken(headers.authorization)
      return {
        ...shared,
        user: token === null ? null : await findSession(db, token),
        token,
        userAgent: headers['user-agent'] ?? '',
        address: callerAddress(ip),
        dependsOn: () => undefined,
      }
    },
  }
}

export type Services = ReturnType<typeof createServices>

/** Returns the token of an `authorization` header, with or without the word `Bearer` before it. */
function readToken(authorization: string | undefined): string | null {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim()
  return token ? token : null
}
