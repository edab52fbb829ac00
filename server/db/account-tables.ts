import type { ColumnType, Generated } from 'kysely'
import type { TicketPurpose } from '#shared/api/account.ts'
import type { DefaultNow } from './schema.ts'

/** Who is let in, and what guards the ways in. */
export interface AccountTables {
  session: SessionTable
  verificationCode: VerificationCodeTable
  ticket: TicketTable
  spentProof: { signature: string; expiresAt: Date }
  knownAddress: { userId: string; addressHash: Buffer; lastUsedAt: DefaultNow }
  rateLimit: { key: string; calls: number; endsAt: Date }
  asset: { name: string; body: Buffer; usedAt: DefaultNow }
  loginFailure: { id: string; account: string; at: DefaultNow }
  audit: AuditTable
  loginTicket: { ticketHash: Buffer; userId: string; expiresAt: Date }
  passkey: PasskeyTable
  passkeyChallenge: { challenge: string; userId: string | null; expiresAt: Date }
  totp: { userId: string; secret: Buffer; confirmedAt: Date | null; lastStep: Generated<number> }
  recoveryCode: { userId: string; codeHash: Buffer; usedAt: Date | null }
}

interface SessionTable {
  id: string
  tokenHash: Buffer
  userId: string
  userAgent: Generated<string>
  network: Generated<string>
  createdAt: DefaultNow
  lastUsedAt: DefaultNow
  confirmedAt: DefaultNow
  expiresAt: Date
}

interface VerificationCodeTable {
  id: string
  account: string
  address: Generated<string>
  purpose: string
  isOwn: Generated<boolean>
  codeHash: Buffer
  tries: Generated<number>
  createdAt: DefaultNow
  expiresAt: Date
  usedAt: Date | null
}

interface PasskeyTable {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: Generated<string[]>
  isSynced: boolean
  name: string
  createdAt: DefaultNow
  lastUsedAt: Date | null
}

interface TicketTable {
  tokenHash: Buffer
  account: string
  purpose: TicketPurpose
  expiresAt: Date
}

interface AuditTable {
  id: string
  actorId: string | null
  action: string
  targetType: string
  targetId: string | null
  detail: ColumnType<Record<string, unknown>, string | undefined, string>
  createTime: DefaultNow
  /** When an editor took it back. */
  undoneAt: Date | null
}
