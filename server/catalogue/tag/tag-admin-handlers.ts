import type { tagAdmin } from '#shared/api/tag/tag-admin.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { mergeNamed } from '#server/catalogue/editing/merge-named.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { listTagAdminRows } from './tag-queries.ts'
import { createTag, removeTag, updateTag } from './edit-tag.ts'
import { mergedTags } from './merge-tags.ts'

export const tagAdminHandlers: NounHandlers<typeof tagAdmin> = {
  adminList: async (_, { db }) => ({ list: await listTagAdminRows(db) }),

  create: (fields, context) => asEditor(context, (db, editing) => createTag(db, editing, fields)),

  update: ({ id, version, ...after }, context) =>
    asEditor(context, (db, editing) => updateTag(db, editing, { id, version, after })),

  remove: ({ id }, context) => asEditor(context, (db, editing) => removeTag(db, editing, id)),

  merge: (pair, context) => asEditor(context, (db, editing) => mergeNamed(db, editing.editorId, mergedTags, pair)),
}
