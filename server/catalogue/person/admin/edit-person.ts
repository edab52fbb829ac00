import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { PersonDraft } from '#shared/api/person/person-draft.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listBooksOfPeople } from '#server/search/index/books-of-person.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { requireVersion } from '#server/catalogue/editing/draft-version.ts'
import { restoreRow } from '#server/catalogue/editing/move-references.ts'
import { failMissing, writeUniqueName } from '#server/catalogue/editing/named-noun.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { addRedirect, removeRedirects } from '#server/catalogue/editing/redirects.ts'
import { withExistingPlaces } from '#server/catalogue/item/item-drafts.ts'
import { isPersonInUse } from '#server/catalogue/person/person-references.ts'
import { removeLonePlaces } from '#server/catalogue/place/write-places.ts'
import { personColumns, personNoun, readPersonDraft, writeLife, writeNamesAndLife } from './person-drafts.ts'
import { refreshPeople } from './refresh-people.ts'

/** Creates a person. Must run in a transaction. Throws `conflict` when another person has the name. */
export async function createPerson(db: Db, editing: Editing, draft: PersonDraft) {
  const id = newId()
  const values = { id, ...personColumns(draft) }
  await writeUniqueName(personNoun, draft.name, () => db.insertInto('person').values(values).execute())
  await removeRedirects(db, 'person', [draft.name])
  await writeNamesAndLife(db, id, draft)
  const auditId = await recordEdit(db, editing, 'person.create', id, { after: draft })
  await refreshPeople(db, [id], [])
  return { id, auditId }
}

interface Change {
  id: string
  /** The version of the person that the editor's form was filled with. */
  version: string
  draft: PersonDraft
}

/**
 * Updates a person. After a change of the name, the former name redirects to the person, so that books that credit the
 * former name still belong to them. Must run in a transaction. Throws `conflict` when somebody else has changed the
 * person since the editor loaded the given version, or when another person has the name.
 */
export async function updatePerson(db: Db, editing: Editing, { id, version, draft }: Change) {
  await lockPerson(db, id)
  const before = await readPersonDraft(db, id)
  requireVersion(before, version, `「${before.name}」`)
  const after = editing.undoes === undefined ? draft : await withExistingPlaces(db, draft)
  const isRenamed = before.name !== after.name
  await writeUniqueName(personNoun, after.name, () =>
    db.updateTable('person').set(personColumns(after)).where('id', '=', id).execute(),
  )
  await writeNamesAndLife(db, id, after)
  if (isRenamed) {
    await removeRedirects(db, 'person', [after.name])
    await addRedirect(db, 'person', [before.name], id)
  }
  const recorded = { before, after: await readPersonDraft(db, id) }
  const auditId = await recordEdit(db, editing, 'person.update', id, recorded)
  await refreshPeople(db, [id], isRenamed ? await listBooksOfPeople(db, [id]) : [])
  return { id, auditId }
}

/** Removes a person. Must run in a transaction. Throws `conflict` while a book or an edition names the person. */
export async function removePerson(db: Db, editing: Editing, id: string) {
  const { catalogKey } = await lockPerson(db, id)
  const before = await readPersonDraft(db, id)
  if (await isPersonInUse(db, id))
    fail('conflict', `还有书署着「${before.name}」，不能移除；如果是重复的，可以并到另一位`)
  const auditId = await recordEdit(db, editing, 'person.remove', id, { before })
  await sql`update audit set detail = detail || jsonb_build_object('row',
    (select to_jsonb(person) from person where id = ${id})) where id = ${auditId}`.execute(db)
  const places = await writeLife(db, id, [])
  await db.deleteFrom('person').where('id', '=', id).execute()
  await addRedirect(db, 'person', [catalogKey], null)
  await removeLonePlaces(db, places)
  await refreshPeople(db, [id], [])
  return { id, auditId }
}

/** Restores a removed person with their former id, names and places. Must run in a transaction. */
export async function restorePerson(db: Db, editing: Editing & { undoes: string }, id: string, before: PersonDraft) {
  const row = sql`(select detail -> 'row' from audit where id = ${editing.undoes})`
  await writeUniqueName(personNoun, before.name, () => restoreRow(db, 'person', row))
  await writeNamesAndLife(db, id, await withExistingPlaces(db, before))
  const { catalogKey } = await lockPerson(db, id)
  await removeRedirects(db, 'person', [catalogKey, before.name])
  const auditId = await recordEdit(db, editing, 'person.create', id, { after: before })
  await refreshPeople(db, [id], [])
  return { id, auditId }
}

async function lockPerson(db: Db, id: string): Promise<{ catalogKey: string | null }> {
  const found = await db.selectFrom('person').select('catalogKey').where('id', '=', id).forUpdate().executeTakeFirst()
  return found ?? failMissing(personNoun)
}
