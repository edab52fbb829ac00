import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { requireVersion } from '#server/catalogue/editing/draft-version.ts'
import { listItemsUpToLimit, requireNoLargeChange, startLargeChange } from '#server/catalogue/editing/large-changes.ts'
import { failMissing, redirectOldName, type NamedNoun, writeUniqueName } from '#server/catalogue/editing/named-noun.ts'
import { addRedirect, removeRedirects } from '#server/catalogue/editing/redirects.ts'
import { indexRenamed } from '#server/search/index/index-renamed.ts'
import { refreshVideos } from '#server/catalogue/editing/refresh-videos.ts'

export const tagNoun: NamedNoun = { noun: 'tag', word: '个标签' }

export interface TagDraft {
  name: string
  kind: TagKind
  position: number
}

/** Creates a tag, or restores a removed one under its former id. Must run in a transaction. */
export async function createTag(
  db: Db,
  editing: Editing,
  { id = newId(), name, kind, position }: Omit<TagDraft, 'position'> & { id?: string; position?: number },
) {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from tag)`
  const values = { id, name, kind, position: position ?? last, editedAt: new Date() }
  await writeUniqueName(tagNoun, name, () => db.insertInto('tag').values(values).execute())
  await removeRedirects(db, 'tag', [name])
  const auditId = await recordEdit(db, editing, 'tag.create', id, { after: { name, kind } })
  await invalidate(db, topic.tags)
  return { id, auditId }
}

/**
 * Updates the name, kind or position of a tag, and refreshes the search entries and cached pages of its books and
 * videos. The old name redirects to the tag. With many books and videos, a background job updates their search entries
 * and the sitemap. Must run in a transaction. Throws `conflict` if another editor has changed
 * the tag since this editor loaded it, or if another tag has the name.
 */
export async function updateTag(
  db: Db,
  editing: Editing,
  { id, version, after }: { id: string; version: string; after: TagDraft },
) {
  const before = await lockTag(db, id)
  await requireNoLargeChange(db, tagNoun, [id])
  requireVersion(before, version, `标签「${before.name}」`)
  const values = { ...after, editedAt: new Date() }
  await writeUniqueName(tagNoun, after.name, () => db.updateTable('tag').set(values).where('id', '=', id).execute())
  const auditId = await recordEdit(db, editing, 'tag.update', id, { before, after })
  const isRenamed = before.name !== after.name
  const changed = await listItemsUpToLimit(db, 'tag', id)
  const names = [before.name, after.name]
  if (changed === null && isRenamed)
    await startLargeChange(db, { id: auditId, noun: 'tag', kind: 'update', targetId: id, names })
  const { bookIds, videoIds } = changed ?? { bookIds: [], videoIds: [] }
  const pages = bookIds.map((bookId) => topic.book(bookId))
  await invalidate(db, topic.tags, topic.books, topic.videos, topic.labels, ...pages)
  await redirectOldName(db, tagNoun, id, before.name, after.name)
  if (isRenamed) await indexRenamed(db, bookIds, 'tag', names)
  await refreshVideos(db, videoIds)
  return { id, auditId }
}

/** Removes a tag. Must run in a transaction. Throws `conflict` if any book or video still has the tag. */
export async function removeTag(db: Db, editing: Editing, id: string) {
  const before = await lockTag(db, id)
  const { rows } = await sql`
    select from book_tag where tag_id = ${id} union all select from video_tag where tag_id = ${id}
    union all select from recommendation where tag_ids @> array[${id}::uuid] and status in ('pending', 'rejected') limit 1`.execute(
    db,
  )
  await requireNoLargeChange(db, tagNoun, [id])
  if (rows.length > 0) fail('conflict', `「${before.name}」还在用，不能移除；可以把它并到另一个标签`)
  await db.deleteFrom('tag').where('id', '=', id).execute()
  await addRedirect(db, 'tag', [before.name], null)
  const auditId = await recordEdit(db, editing, 'tag.remove', id, { before })
  await invalidate(db, topic.tags)
  return { id, auditId }
}

async function lockTag(db: Db, id: string): Promise<TagDraft> {
  const found = await db
    .selectFrom('tag')
    .select(['name', 'kind', 'position'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? failMissing(tagNoun)
}
