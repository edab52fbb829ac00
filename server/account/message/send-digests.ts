import { sql } from 'kysely'
import { Failure } from '#shared/api/failure.ts'
import type { Digest } from '#shared/api/community/message.ts'
import type { Site } from '#shared/api/site.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { digestMail } from '#server/platform/mail/digest-mail.ts'
import type { SendMail } from '#server/platform/mail/send-mail.ts'
import { countMessages, listMessages } from './message-queries.ts'
import { nextDigest } from './preference-queries.ts'
import { toMessage } from './to-message.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

interface DigestParts {
  db: Db
  site: Site
  sendMail: SendMail
  log: DigestLog
  /** When this signal is aborted, no mail is sent after the current one. */
  signal?: AbortSignal
}

interface DigestLog {
  error(facts: object, message: string): void
}

const maxInMail = 20
/** After this many failed mails in a row no further mails are sent, because the mail server is probably unavailable. */
const maxFailures = 3
/**
 * A mail that could not be sent is retried every hour. The retries end when the last sent mail to the user is older
 * than the user's mail interval (a day or a week) plus this number of milliseconds.
 */
const retryWindowMs = 24 * 3600 * 1000
const intervals = { daily: 24 * 3600 * 1000, weekly: 7 * 24 * 3600 * 1000 }

/**
 * Sends the due mails about unread messages one after another; concurrent calls divide the mails among themselves.
 * Returns the number of sent mails. Only the background job may call this function, because the job checks that the
 * database is not a copy of the site's database.
 */
export async function sendDigests(parts: DigestParts): Promise<number> {
  const { db, log } = parts
  let sent = 0
  let failed = 0
  while (failed < maxFailures && parts.signal?.aborted !== true) {
    const due = await claimDue(db)
    if (due === undefined) break
    try {
      if (await sendOne(parts, due)) sent++
      failed = 0
    } catch (error) {
      failed++
      // Only failures of the mail server are retried. A mail that cannot be rendered now cannot be rendered in an hour
      // either.
      const isRetried = error instanceof Failure && error.kind === 'unavailable'
      const isOverdue = Date.now() - due.sentUntil.getTime() > intervals[due.digest] + retryWindowMs
      const isGivenUp = !isRetried || isOverdue
      log.error({ err: error, userId: due.userId, isGivenUp }, 'failed to send the mail of unread messages')
      if (!isGivenUp) await retryLater(db, due)
    }
  }
  return sent
}

interface Due {
  userId: string
  digest: Exclude<Digest, 'off'>
  email: string | null
  sentUntil: Date
}

/**
 * Finds the next user with a due mail and records the mail as sent before it is sent, in a transaction of its own. A
 * crash in between loses the mail but never sends it twice; its messages are still on the site. Returns undefined when
 * no mail is due.
 */
async function claimDue(db: Db): Promise<Due | undefined> {
  return db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom('messagePreference')
      .innerJoin('user', 'user.id', 'messagePreference.userId')
      .select(['userId', 'digest', 'email', 'digestSentUntil', 'user.deletedAt', 'user.suspendedAt'])
      .where('digestDueAt', '<=', sql<Date>`now()`)
      .orderBy('digestDueAt')
      .limit(1)
      .forUpdate('messagePreference')
      .skipLocked()
      .executeTakeFirst()
    if (found === undefined || found.digest === 'off') return undefined
    const { userId, digest, digestSentUntil, deletedAt, suspendedAt } = found
    await db
      .updateTable('messagePreference')
      .set({ digestSentUntil: sql`now()`, digestDueAt: nextDigest(digest) })
      .where('userId', '=', userId)
      .execute()
    const email = deletedAt === null && suspendedAt === null ? found.email : null
    return { userId, digest, email, sentUntil: digestSentUntil ?? new Date() }
  })
}

/**
 * Sends a user one mail about unread messages. Returns false without sending if the user has no email address or no new
 * unread messages.
 */
async function sendOne({ db, site, sendMail }: DigestParts, { userId, email, digest, sentUntil }: Due) {
  if (email === null) return false
  const news = { status: 'unread', since: sentUntil } as const
  const { list } = await listMessages(db, userId, { ...news, limit: maxInMail })
  if (list.length === 0) return false
  const total = await countMessages(db, userId, news)
  const messages = list.map((row) => toMessage(row, site))
  const query = new URLSearchParams({ user: userId, token: await unsubscribeToken(db, userId) })
  const unsubscribe = `${site.publicUrl}/user/unsubscribe?${query}`
  await sendMail(digestMail(site, { to: email, digest, messages, total, unsubscribe }))
  return true
}

/** Plans another attempt for a failed mail in an hour, unless the user has changed their mail preference meanwhile. */
async function retryLater(db: Db, { userId, digest, sentUntil }: Due) {
  await db
    .updateTable('messagePreference')
    .set({ digestSentUntil: sentUntil, digestDueAt: sql`now() + interval '1 hour'` })
    .where('userId', '=', userId)
    .where('digest', '=', digest)
    .execute()
}
