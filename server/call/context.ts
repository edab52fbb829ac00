import type { Site } from '#shared/api/site.ts'
import type { Role } from '#shared/api/account/user.ts'
import type { Item, Topic } from '#server/cache/topics.ts'
import type { Db } from '#server/db/schema.ts'
import type { SendMail } from '#server/mail/send-mail.ts'
import type { BookOutline } from '#server/epub/serve/book-outline.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { SmsSender } from '#server/sms/sms-sender.ts'

/** The user whose token came with a call. */
export interface SignedIn {
  id: string
  roles: Role[]
  /** The session that the token belongs to. */
  sessionId: string
  /** Whether the user logged in or confirmed their identity within the last half hour. */
  isFresh: boolean
  /** The reason why the user may not write; null when they may. */
  suspended: string | null
}

/**
 * The standing of a caller who asks for a code: `own` calls from a place of the account's owner; `known` is signed in, or
 * asks for an account that exists; all others are strangers.
 */
export type Standing = 'own' | 'known' | 'stranger'

/** Bounds how many codes the site sends; `CodeBudget` in server/account/throttle implements it. */
interface CodeLimit {
  requireCapacity(db: Db, caller: { account: string; address: string; standing: Standing }): Promise<number>
}

/** Counts views of items; `ViewCounter` in server/item implements it. */
interface Views {
  add(item: Item, viewer: string): void
}

/** Reads the outlines of stored EPUBs; `BookArchives` in server/book-file implements it. */
interface Outlines {
  outlineOf(file: { storageKey: string; size: number }): Promise<BookOutline>
}

/** Everything a handler may use; made anew for each call. */
export interface Context {
  db: Db
  site: Site
  sendMail: SendMail
  archives: Outlines
  storage: Storage
  views: Views
  log: { warn(facts: object, message: string): void }
  /** Null where the site sends no text messages. */
  sms: SmsSender | null
  codeBudget: CodeLimit
  /** Null without a valid token. */
  user: SignedIn | null
  /** The token as it was sent, valid or not. */
  token: string | null
  userAgent: string
  /** The network address of the caller, as rate limits count it. */
  address: string
  /** Names the topics that the answer depends on; a cached page made from it is invalidated with any of them. */
  dependsOn(...topics: Topic[]): void
}
