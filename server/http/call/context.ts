import type { Item } from '#shared/api/item.ts'
import type { InfoPage, Site } from '#shared/api/site.ts'
import type { InfoPageName } from '#shared/info-page-names.ts'
import type { Role } from '#shared/api/account/user.ts'
import type { Topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { SendMail } from '#server/platform/mail/send-mail.ts'
import type { BookOutline } from '#server/engines/epub/serve/book-outline.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { SmsSender } from '#server/platform/sms/sms-sender.ts'

/** The user whose session token was sent with an API call. */
export interface SignedIn {
  id: string
  roles: Role[]
  /** The id of the session that the token belongs to. */
  sessionId: string
  /** Whether the user logged in or confirmed their identity within the last half hour. */
  isFresh: boolean
  /** The reason why the user is suspended; null when the user is not suspended. */
  suspended: string | null
}

/**
 * How far the site trusts a caller who asks for a verification code. `own` is a call from a session of the account's
 * owner or from an IP address they have logged in from. `known` is a call by a signed-in user or for an account that
 * exists. Of the other calls, those to register an account are `stranger`, and all others `unknown`: they are answered
 * like `known` calls, so that nobody learns whether the account exists.
 */
export type Standing = 'own' | 'known' | 'unknown' | 'stranger'

/**
 * What the site may do for a caller who asks for a verification code: the level of the proof of work that it requires
 * (0 for none), and how it sends the code. `background` means that the answer does not wait until the code is sent, and
 * `none` that the code is not sent although the answer says so.
 */
export interface CodePermit {
  level: number
  delivery: 'awaited' | 'background' | 'none'
}

/** Limits how many verification codes the site sends; `CodeBudget` in server/account/throttle implements it. */
interface CodeLimit {
  requireCapacity(db: Db, caller: { account: string; address: string; standing: Standing }): Promise<CodePermit>
}

/** Counts page views of books and videos; `ViewCounter` in server/catalogue/item implements it. */
interface Views {
  add(item: Item, viewer: string): void
}

/**
 * Reads the outlines (tables of contents) of stored EPUB files; `BookReader` in server/reading/reader implements it.
 */
interface Outlines {
  outlineOf(file: { storageKey: string; size: number }): Promise<BookOutline>
}

/** The place where the site keeps its backups; `BackupTarget` in server/operations/backup implements it. */
interface Backups {
  place: string
  list(): Promise<{ name: string; createTime: Date; bytes: number }[]>
}

/** The state of one replica of the database, and how many bytes of changes it has not replayed yet. */
interface ReplicaState {
  name: string
  state: 'current' | 'behind' | 'away' | 'primary'
  behindBytes: number | null
}

/**
 * Sends reads to replicas of the database that are as new as the primary; `ReadReplicas` in server/platform/replica
 * implements it.
 */
interface Replicas {
  run<T>(read: (db: Db) => Promise<T>): Promise<T>
  list(): Promise<ReplicaState[]>
}

/** The services and the caller of one API call, which its handler receives. A new context is created for each call. */
export interface Context {
  /** The database; for public reads this may be a replica, which refuses writes. */
  db: Db
  /** The database that takes writes, also in calls for which `db` is a replica. */
  primary: Db
  /** The replicas of the database; null if the operator has not set `DATABASE_READ_URL`. */
  replicas: Replicas | null
  site: Site
  infoPages: Record<InfoPageName, InfoPage>
  sendMail: SendMail
  books: Outlines
  storage: Storage
  views: Views
  log: { warn(facts: object, message: string): void }
  /** The version of this program. */
  version: string
  /** The place of the daily backups; null if the operator has not set one. */
  backups: Backups | null
  /** The sender of text messages; null on a site that sends no text messages. */
  sms: SmsSender | null
  codeBudget: CodeLimit
  /** The signed-in user; null if the call has no valid session token. */
  user: SignedIn | null
  /** The session token of the request, valid or not; null if the request has none. */
  token: string | null
  userAgent: string
  /** The IP address of the caller, in the form that rate limits use (of an IPv6 address only the first half). */
  address: string
  /**
   * Declares topics (names of data) that the answer depends on. A cached page made from the answer is invalidated when
   * any of these topics changes.
   */
  dependsOn(...topics: Topic[]): void
}
