import type { audit } from '#shared/api/audit.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { textUndos } from '#server/reading/book-file/replaced-texts.ts'
import { bookUndos } from '#server/catalogue/book/book-undos.ts'
import { editionUndos } from '#server/catalogue/book/edition-undos.ts'
import { undoEdit } from '#server/catalogue/editing/undo-edit.ts'
import { personUndos } from '#server/catalogue/person/admin/person-undos.ts'
import { placeUndos } from '#server/catalogue/place/place-undos.ts'
import { relationUndos } from '#server/catalogue/relation/relation-undos.ts'
import { tagUndos } from '#server/catalogue/tag/tag-undos.ts'
import { tourUndos } from '#server/map/tour/tour-undos.ts'
import { countAudit, listAudit } from './audit-queries.ts'

const undos = {
  ...bookUndos,
  ...textUndos,
  ...editionUndos,
  ...relationUndos,
  ...tagUndos,
  ...placeUndos,
  ...personUndos,
  ...tourUndos,
}

export const auditHandlers: NounHandlers<typeof audit> = {
  async list({ limit, cursor, ...filter }, { db }) {
    const [page, total] = await Promise.all([listAudit(db, filter, limit, cursor), countAudit(db, filter)])
    const list = page.list.map(({ isUndone, ...entry }) => ({ ...entry, canUndo: !isUndone && entry.action in undos }))
    return { list, nextCursor: page.nextCursor, total }
  },

  undo: ({ id }, context) => undoEdit(context.db, requireUser(context).id, id, undos),
}
