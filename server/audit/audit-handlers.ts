import type { audit } from '#shared/api/audit.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { countAudit, listAudit } from './audit-queries.ts'

export const auditHandlers: NounHandlers<typeof audit> = {
  async list({ limit, cursor, ...filter }, { db }) {
    const [page, total] = await Promise.all([listAudit(db, filter, limit, cursor), countAudit(db, filter)])
    return { ...page, total }
  },
}
