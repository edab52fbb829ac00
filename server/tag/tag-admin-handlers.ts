import type { tagAdmin } from '#shared/api/tag/tag-admin.ts'
import { asEditor } from '#server/editing/as-editor.ts'
import { mergeNamed } from '#server/editing/merge-named.ts'
import { versionOf } from '#server/editing/draft-version.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { createTag, removeTag, updateTag } from './edit-tag.ts'
import { mergedTags } from './merge-tags.ts'

export const tagAdminHandlers: NounHandlers<typeof tagAdmin> = {
  async adminList(_, { db }) {
    const rows = await db
      .selectFrom('tag')
      .select(['id', 'name', 'kind', 'count', 'position'])
      .orderBy('position')
      .orderBy('name')
      .execute()
    return {
      list: rows.map((row) => ({
        ...row,
        version: versionOf({ name: row.name, kind: row.kind, position: row.position }),
      })),
    }
  },

  create: (fields, context) => asEditor(context, (db, editing) => createTag(db, editing, fields)),

  update: ({ id, version, ...after }, context) =>
    asEditor(context, (db, editing) => updateTag(db, editing, { id, version, after })),

  remove: ({ id }, context) => asEditor(context, (db, editing) => removeTag(db, editing, id)),

  merge: (pair, context) => asEditor(context, (db, editing) => mergeNamed(db, editing.editorId, mergedTags, pair)),
}
