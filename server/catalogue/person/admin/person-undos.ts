import type { PersonDraft } from '#shared/api/person/person-draft.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import { lockMerge } from '#server/catalogue/editing/lock-merge.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'
import { removePerson, restorePerson, updatePerson } from './edit-person.ts'
import { unmergePeople } from './merge-people.ts'

export const personUndos: Record<string, Undo> = {
  'person.create': (db, editorId, { auditId, targetId }) => removePerson(db, { editorId, undoes: auditId }, targetId),
  'person.update': (db, editorId, { auditId, targetId: id, detail }) => {
    const { before, after } = detail as { before: PersonDraft; after: PersonDraft }
    return updatePerson(db, { editorId, undoes: auditId }, { id, version: versionOf(after), draft: before })
  },
  'person.remove': (db, editorId, { auditId, targetId, detail }) =>
    restorePerson(db, { editorId, undoes: auditId }, targetId, detail['before'] as PersonDraft),
  'person.merge': async (db, editorId, { auditId }) => unmergePeople(db, editorId, await lockMerge(db, auditId)),
}
