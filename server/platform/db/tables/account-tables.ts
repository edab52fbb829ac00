import type { Generated } from 'kysely'
import type { TicketPurpose } from '#shared/api/account/account.ts'
import type { Role } from '#shared/api/account/user.ts'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migration 0001-accounts.sql creates. */
export interface AccountTables {
  user: UserTable
  session: SessionTable
  verificationCode: VerificationCodeTable
  ticket: TicketTable
  pendingLogin: { tokenHash: Buffer; userId: string; expiresAt: Date }
  failedAttempt: { id: string; key: string; failedAt: DefaultNow }
  knownDevice: { userId: string; device: string; lastUsedAt: DefaultNow }
  knownAddress: { userId: string; addressHash: Buffer; lastUsedAt: DefaultNow }
  usedProof: { signature: string; expiresAt: Date }
  passkey: PasskeyTable
  passkeyChallenge: { challenge: string; userId: string | null; expiresAt: Date }
  totp: { userId: string; secret: Buffer; confirmedAt: Date | null; lastTimeStep: Generated<number> }
  recoveryCode: { userId: string; codeHash: Buffer; usedAt: Date | null }
}

interface UserTable {
  id: string
  name: string
  email: string | null
  phoneNumber: string | null
  passwordHash: string | null
  avatarKey: Generated<string>
  bio: Generated<string>
  roles: Generated<Role[]>
  createdAt: DefaultNow
  suspendedAt: Date | null
  suspendReason: string | null
  deletedAt: Date | null
  isPublic: Generated<boolean>
  mapIsPublic: Generated<boolean>
  publicYears: Generated<number[]>
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
  isFromOwner: Generated<boolean>
  isSent: Generated<boolean>
  codeHash: Buffer
  attempts: Generated<number>
  createdAt: DefaultNow
  expiresAt: Date
  usedAt: Date | null
}

interface TicketTable {
  tokenHash: Buffer
  account: string
  purpose: TicketPurpose
  expiresAt: Date
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
