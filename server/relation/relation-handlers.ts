import type { relation } from '#shared/api/book/relation.ts'
import { topic } from '#server/cache/topics.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { asEditor } from '#server/editing/as-editor.ts'
import { requireItem } from '#server/item/lock-item.ts'
import { createRelation, removeRelation, updateRelation } from './edit-relation.ts'
import { listEditedRelations, listRelations } from './relation-queries.ts'

export const relationHandlers: NounHandlers<typeof relation> = {
  async list({ id }, { db, dependsOn }) {
    dependsOn(topic.book(id))
    const list = await listRelations(db, id)
    // The cached answer also depends on the other books of the relations, because it shows their titles and covers.
    dependsOn(...list.map(({ book }) => topic.book(book.id)))
    return { list }
  },

  async inspect({ id }, { db }) {
    await requireItem(db, { itemType: 'book', itemId: id })
    return { list: await listEditedRelations(db, id) }
  },

  create: ({ relation }, context) => asEditor(context, (db, editing) => createRelation(db, editing, relation)),

  update: ({ key, version, relation }, context) =>
    asEditor(context, (db, editing) => updateRelation(db, editing, { key, version, draft: relation })),

  remove: ({ key }, context) => asEditor(context, (db, editing) => removeRelation(db, editing, key)),
}
