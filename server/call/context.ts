import type { Site } from '#shared/api/site.ts'
import type { Role } from '#shared/api/account/user.ts'
import type { CodeBudget } from '#server/account/throttle/code-budget.ts'
import type { Db } from '#server/db/schema.ts'
import type { ViewCounter } from '#server/item/view-counter.ts'
import type { SendMail } from '#server/mail/send-mail.ts'
import type { BookArchives } from '#server/book-file/book-archives.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { SmsSender } from '#server/sms/sms-sender.ts'

export interface SignedIn {
  id: string
  roles: Role[]
  /** The session his token belongs to. */
  sessionId: string
  /** Whether he has shown within half an hour who he is. */
  isFresh: boolean
  /** Why he may not write; null when he may. */
  suspended: string | null
}

/** What a handler may reach; made anew for each call. */
export interface Context {
  db: Db
  site: Site
  sendMail: SendMail
  archives: BookArchives
  storage: Storage
  views: ViewCounter
  log: { warn(facts: object, message: string): void }
  /** Null where the site sends no text messages. */
  sms: SmsSender | null
  codeBudget: CodeBudget
  /** Whose token came with the call, if it is good. */
  user: SignedIn | null
  /** The token itself, good or not. */
  token: string | null
  userAgent: string
  /** Where the call comes from, as limits count it. */
  address: string
  /** Names what the answer was made from; a page made from it is dropped when one of these topics is announced. */
  reads(...topics: string[]): void
}
