import type { Site } from '#shared/api/site.ts'
import type { Role } from '#shared/api/user.ts'
import type { Db } from './db/schema.ts'
import type { SendMail } from './mail/send-mail.ts'

export interface SignedIn {
  id: string
  roles: Role[]
  /** The session his token belongs to. */
  sessionId: string
  /** Why he may not write; null when he may. */
  suspended: string | null
}

/** What a handler may reach; made anew for each call. */
export interface Context {
  db: Db
  site: Site
  sendMail: SendMail
  /** Whose token came with the call, if it is good. */
  user: SignedIn | null
  /** The token itself, good or not. */
  token: string | null
  userAgent: string
  /** The network address the call came from; empty for pages, which are rendered for all. */
  address: string
  /** Names what the answer was made from; a page made from it is dropped when one of these topics is announced. */
  reads(...topics: string[]): void
}
