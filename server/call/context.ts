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
 * The standing of a caller who asks for a code. `own` is a call from a session or known address of the account's owner.
 * `known` is a call by a signed-in user or for an account that exists. All other calls are `stranger`.
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

/** The services and the caller of one call, which handlers receive. A new context is created for each call. */
export interface Context {
  db: Db
  site: Site
  sendMail: SendMail
  archives: Outlines
  storage: Storage
  views: Views
  log: { warn(facts: object, message: string): void }
  /** The sender of text messages; null when the site sends none. */
  sms: SmsSender | null
  codeBudget: CodeLimit
  /** The signed-in user; null without a valid token. */
  user: SignedIn | null
  /** The token of the request, valid or not; null without a token. */
  token: string | null
  userAgent: string
  /** The network address of the caller, in the form that rate limits use. */
  address: string
  /** Declares topics that the answer depends on. A cached page made from the answer is invalidated with any of them. */
  dependsOn(...topics: Topic[]): void
}
