import { sql } from 'kysely'
import { Failure } from '#shared/api/failure.ts'
import type { Digest } from '#shared/api/community/message.ts'
import type { Site } from '#shared/api/site.ts'
import type { Db } from '#server/db/schema.ts'
import { digestMail } from '#server/mail/digest-mail.ts'
import type { SendMail } from '#server/mail/send-mail.ts'
import { countMessages, listMessages } from './message-queries.ts'
import { nextDigest } from './preference-queries.ts'
import { toMessage } from './to-message.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

export interface DigestParts {
  db: Db
  site: Site
  sendMail: SendMail
  log: DigestLog
  /** Ends the run after the mail that is being sent. */
  signal?: AbortSignal
}

interface DigestLog {
  error(facts: object, message: string): void
}

const maxInMail = 20
/** So many mails in a row that were not taken mean that the mail server is away. */
const patience = 3
/** Milliseconds beyond its usual pause for which the mail of a reader is tried again, every hour. */
const retryTime = 24 * 3600 * 1000
const pauses = { daily: 24 * 3600 * 1000, weekly: 7 * 24 * 3600 * 1000 }

/**
 * Sends the mails that are due, one after another; several calls at once share them. Returns how many went out. Only the
 * job calls it, which has made sure that this is no copy of the site.
 */
export async function sendDigests(parts: DigestParts): Promise<number> {
  const { db, log } = parts
  let sent = 0
  let failed = 0
  while (failed < patience && parts.signal?.aborted !== true) {
    const due = await claimDue(db)
    if (due === undefined) break
    try {
      if (await sendOne(parts, due)) sent++
      failed = 0
    } catch (error) {
      failed++
      // A mail that cannot be written will not be written in an hour either; its messages are on the site.
      const isPassing = error instanceof Failure && error.kind === 'unavailable'
      const isOverdue = Date.now() - due.toldBefore.getTime() > pauses[due.digest] + retryTime
      const isGivenUp = !isPassing || isOverdue
      log.error({ err: error, userId: due.userId, isGivenUp }, 'digest not sent')
      if (!isGivenUp) await putBack(db, due)
    }
  }
  return sent
}

interface Due {
  userId: string
  digest: Exclude<Digest, 'off'>
  email: string | null
  toldBefore: Date
}

/**
 * Takes the next reader who is due, and notes that he has been told before anything is sent: after a crash in between a
 * mail is missing, which the site itself makes good, and never comes twice.
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
    return { userId, digest, email, toldBefore: digestSentUntil ?? new Date() }
  })
}

/** Nothing is sent to accounts without an address, or without news. */
async function sendOne({ db, site, sendMail }: DigestParts, { userId, email, digest, toldBefore }: Due) {
  if (email === null) return false
  const news = { status: 'unread', since: toldBefore } as const
  const { list } = await listMessages(db, userId, { ...news, limit: maxInMail })
  if (list.length === 0) return false
  const total = await countMessages(db, userId, news)
  const messages = list.map((row) => toMessage(row, site))
  const query = new URLSearchParams({ user: userId, token: await unsubscribeToken(db, userId) })
  const unsubscribe = `${site.publicUrl}/user/unsubscribe?${query}`
  await sendMail(digestMail(site, { to: email, digest, messages, total, unsubscribe }))
  return true
}

/** What was not sent is due again in an hour, unless the reader has chosen anew meanwhile. */
async function putBack(db: Db, { userId, digest, toldBefore }: Due) {
  await db
    .updateTable('messagePreference')
    .set({ digestSentUntil: toldBefore, digestDueAt: sql`now() + interval '1 hour'` })
    .where('userId', '=', userId)
    .where('digest', '=', digest)
    .execute()
}
