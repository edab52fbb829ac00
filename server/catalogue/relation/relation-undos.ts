import type { RelationDraft } from '#shared/api/book/relation-admin.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'
import { createRelation, removeRelation, updateRelation } from './edit-relation.ts'

interface Detail {
  before: RelationDraft
  after: RelationDraft
}

export const relationUndos: Record<string, Undo> = {
  'relation.create': (db, editorId, { auditId, detail }) => {
    const { after } = detail as unknown as Detail
    return removeRelation(db, { editorId, undoes: auditId }, after, versionOf(after))
  },
  'relation.update': (db, editorId, { auditId, detail }) => {
    const { before, after } = detail as unknown as Detail
    return updateRelation(db, { editorId, undoes: auditId }, { key: after, version: versionOf(after), draft: before })
  },
  'relation.remove': (db, editorId, { auditId, detail }) =>
    createRelation(db, { editorId, undoes: auditId }, (detail as unknown as Detail).before),
}
