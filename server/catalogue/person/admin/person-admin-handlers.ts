import type { personAdmin } from '#shared/api/person/person-admin.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import { findLastEdit } from '#server/catalogue/editing/find-last-edit.ts'
import { countWorks } from '#server/catalogue/person/count-works.ts'
import { createPerson, removePerson, updatePerson } from './edit-person.ts'
import { mergePeople } from './merge-people.ts'
import { countPersonAdminRows, findPersonOptions, listPersonAdminRows } from './person-admin-queries.ts'
import { readPersonDraft } from './person-drafts.ts'
import { listNamesakes } from './list-namesakes.ts'

export const personAdminHandlers: NounHandlers<typeof personAdmin> = {
  async adminList(request, { db }) {
    const [page, total] = await Promise.all([listPersonAdminRows(db, request), countPersonAdminRows(db, request.query)])
    return { ...page, total }
  },

  find: async ({ query }, { db }) => ({ list: await findPersonOptions(db, query) }),

  named: async ({ names }, { db }) => ({ list: await listNamesakes(db, names) }),

  async inspect({ id }, { db }) {
    const person = await readPersonDraft(db, id)
    const [works, lastEdit] = await Promise.all([countWorks(db, id), findLastEdit(db, id)])
    return { id, version: versionOf(person), person, works, lastEdit }
  },

  create: ({ person }, context) => asEditor(context, (db, editing) => createPerson(db, editing, person)),

  update: ({ id, version, person }, context) =>
    asEditor(context, (db, editing) => updatePerson(db, editing, { id, version, draft: person })),

  remove: ({ id }, context) => asEditor(context, (db, editing) => removePerson(db, editing, id)),

  merge: (pair, context) => asEditor(context, (db, editing) => mergePeople(db, editing.editorId, pair)),
}
