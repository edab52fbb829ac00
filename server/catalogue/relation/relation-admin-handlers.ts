import type { relationAdmin } from '#shared/api/book/relation-admin.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { requireItem } from '#server/catalogue/item/lock-item.ts'
import { createRelation, removeRelation, updateRelation } from './edit-relation.ts'
import { listEditedRelations } from './relation-queries.ts'

export const relationAdminHandlers: NounHandlers<typeof relationAdmin> = {
  async inspect({ id }, { db }) {
    await requireItem(db, { itemType: 'book', itemId: id })
    return { list: await listEditedRelations(db, id) }
  },

  create: ({ relation }, context) => asEditor(context, (db, editing) => createRelation(db, editing, relation)),

  update: ({ key, version, relation }, context) =>
    asEditor(context, (db, editing) => updateRelation(db, editing, { key, version, draft: relation })),

  remove: ({ key }, context) => asEditor(context, (db, editing) => removeRelation(db, editing, key)),
}
