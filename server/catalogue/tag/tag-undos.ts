import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import { lockMerge } from '#server/catalogue/editing/lock-merge.ts'
import { unmergeNamed } from '#server/catalogue/editing/merge-named.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'
import { createTag, removeTag, type TagDraft, updateTag } from './edit-tag.ts'
import { mergedTags } from './merge-tags.ts'

export const tagUndos: Record<string, Undo> = {
  'tag.create': (db, editorId, { auditId, targetId }) => removeTag(db, { editorId, undoes: auditId }, targetId),
  'tag.update': (db, editorId, { auditId, targetId: id, detail }) => {
    const { before, after } = detail as { before: TagDraft; after: TagDraft }
    return updateTag(db, { editorId, undoes: auditId }, { id, version: versionOf(after), after: before })
  },
  'tag.remove': (db, editorId, { auditId, targetId: id, detail }) =>
    createTag(db, { editorId, undoes: auditId }, { id, ...(detail['before'] as TagDraft) }),
  'tag.merge': async (db, editorId, { auditId }) =>
    unmergeNamed(db, editorId, mergedTags, await lockMerge(db, auditId)),
}
