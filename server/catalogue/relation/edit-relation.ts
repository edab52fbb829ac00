import { fail } from '#shared/api/failure.ts'
import type { RelationDraft, RelationKey } from '#shared/api/book/relation-admin.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { requireVersion } from '#server/catalogue/editing/draft-version.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'
import { findRelation, mutualKinds } from './relation-queries.ts'

/**
 * Adds a relation between two books, or restores a removed one. Must run in a transaction. Throws `missing` for an
 * unknown book, and `conflict` when the books already have a relation of this kind. Returns the id of the first book
 * and that of the entry in the audit log.
 */
export async function createRelation(db: Db, editing: Editing, relation: RelationDraft) {
  const titles = await lockBooks(db, [relation])
  await requireNew(db, relation, titles)
  await writeRelation(db, relation)
  return finish(db, editing, 'create', { after: relation }, titles)
}

interface Change {
  key: RelationKey
  /** The version of the relation that the editor's form was filled with. */
  version: string
  draft: RelationDraft
}

/**
 * Changes a relation, also its kind and its books. Must run in a transaction. Throws `conflict` when somebody else has
 * changed the relation since the editor loaded the given version.
 */
export async function updateRelation(db: Db, editing: Editing, { key, version, draft }: Change) {
  const titles = await lockBooks(db, [key, draft])
  const before = await requireRelation(db, key)
  requireVersion(before, version, '这条关系')
  await markRemoved(db, key)
  await requireNew(db, draft, titles)
  await writeRelation(db, draft)
  return finish(db, editing, 'update', { before, after: draft }, titles)
}

/**
 * Removes a relation. Must run in a transaction. If a version is given, throws `conflict` when the relation has been
 * changed since this version.
 */
export async function removeRelation(db: Db, editing: Editing, key: RelationKey, version?: string) {
  const titles = await lockBooks(db, [key])
  const before = await requireRelation(db, key)
  if (version !== undefined) requireVersion(before, version, '这条关系')
  await markRemoved(db, key)
  return finish(db, editing, 'remove', { before }, titles)
}

/**
 * Locks the books of relations in the order of their ids, so that concurrent edits of relations take turns and merges
 * of these books wait. Returns their titles by id.
 */
async function lockBooks(db: Db, relations: RelationKey[]): Promise<Map<string, string>> {
  const ids = new Set(relations.flatMap(({ fromBookId, toBookId }) => [fromBookId, toBookId]))
  const rows = await db
    .selectFrom('book')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length < ids.size) missingItem('book')
  return new Map(rows.map(({ id, title }) => [id, title]))
}

async function requireRelation(db: Db, key: RelationKey): Promise<RelationDraft> {
  return (await findRelation(db, key)) ?? fail('missing', '没有这条关系，它可能刚被改过或移除了')
}

async function requireNew(db: Db, relation: RelationDraft, titles: Map<string, string>) {
  const { fromBookId, toBookId, kind } = relation
  if (fromBookId === toBookId)
    fail('invalid', '一本书不能和自己相连，请选另一本', { fields: { 'relation.toBookId': '请选另一本' } })
  const same =
    (await findRelation(db, relation)) ??
    (mutualKinds.includes(kind)
      ? undefined
      : await findRelation(db, { fromBookId: toBookId, toBookId: fromBookId, kind }))
  if (same === undefined) return
  const pair = `《${titles.get(same.fromBookId)}》和《${titles.get(same.toBookId)}》`
  fail('conflict', `${pair}之间已经有这种关系了：${same.sentence}`)
}

async function writeRelation(db: Db, relation: RelationDraft) {
  const row = { ...relation, editedAt: new Date(), removedAt: null }
  await db
    .insertInto('bookRelation')
    .values(row)
    .onConflict((conflict) => conflict.columns(['fromBookId', 'toBookId', 'kind']).doUpdateSet(row))
    .execute()
}

/** Marks a relation as removed. Its row stays, so that the catalogue does not load the relation again. */
async function markRemoved(db: Db, { fromBookId, toBookId, kind }: RelationKey) {
  const now = new Date()
  await db
    .updateTable('bookRelation')
    .set({ editedAt: now, removedAt: now })
    .where('fromBookId', '=', fromBookId)
    .where('toBookId', '=', toBookId)
    .where('kind', '=', kind)
    .execute()
}

/**
 * Writes the audit entry of an edited relation, and invalidates the pages of all books that it connects or has
 * connected before the edit.
 */
async function finish(
  db: Db,
  editing: Editing,
  verb: 'create' | 'update' | 'remove',
  detail: { before?: RelationDraft; after?: RelationDraft },
  titles: Map<string, string>,
) {
  const { fromBookId: id, toBookId } = (detail.after ?? detail.before) as RelationDraft
  const names = { from: titles.get(id), to: titles.get(toBookId) }
  const auditId = await recordEdit(db, editing, `relation.${verb}`, id, { ...detail, ...names })
  await invalidate(db, topic.relations, ...[...titles.keys()].map((bookId) => topic.book(bookId)))
  return { id, auditId }
}
