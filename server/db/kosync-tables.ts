import type { DefaultNow } from './schema.ts'

/** How far readers have come on e-readers, as those say it. */
export interface KosyncTables {
  kosyncKey: KosyncKeyTable
  kosyncProgress: KosyncProgressTable
  textDigest: { digest: string; sha256: string; bookId: string; fileId: string }
}

interface KosyncKeyTable {
  userId: string
  name: string
  keyHash: Buffer
  createdAt: DefaultNow
  lastUsedAt: Date | null
}

interface KosyncProgressTable {
  userId: string
  document: string
  progress: string
  percentage: number
  device: string
  deviceId: string
  updatedAt: DefaultNow
}
