import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { TagKind } from '#shared/api/tag.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Editing } from '#server/editing/as-editor.ts'
import { announce } from '#server/db/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { demandVersion } from '#server/editing/draft-version.ts'
import { renameInSearch } from '#server/editing/rename-in-search.ts'
import { standInFor, takeBackStandIns } from '#server/editing/stand-ins.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { showVideosAnew } from '#server/video/write-video.ts'

export interface TagDraft {
  name: string
  kind: TagKind
  position: number
}

/** Adds a tag, under an id it had before where it comes back. */
export async function createTag(
  db: Db,
  { editorId, undoes }: Editing,
  { id = newId(), name, kind, position }: Omit<TagDraft, 'position'> & { id?: string; position?: number },
) {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from tag)`
  const values = { id, name, kind, position: position ?? last, editedAt: new Date() }
  await onceNamed(name, () => db.insertInto('tag').values(values).execute())
  await takeBackStandIns(db, 'tag', [name])
  const detail = { after: { name, kind }, ...(undoes && { undoes }) }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'tag.create',
    targetType: 'tag',
    targetId: id,
    detail,
  })
  await announce(db, 'tags')
  return { id, auditId }
}

/** Renames a tag or moves it; all that carries it follows, and its old name goes on leading to it. */
export async function updateTag(
  db: Db,
  { editorId, undoes }: Editing,
  { id, version, after }: { id: string; version: string; after: TagDraft },
) {
  const before = await lockTag(db, id)
  demandVersion(before, version, `标签「${before.name}」`)
  await onceNamed(after.name, () =>
    db
      .updateTable('tag')
      .set({ ...after, editedAt: new Date() })
      .where('id', '=', id)
      .execute(),
  )
  const detail = { before, after, ...(undoes && { undoes }) }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'tag.update',
    targetType: 'tag',
    targetId: id,
    detail,
  })
  const rows = await db.selectFrom('bookTag').select('bookId').where('tagId', '=', id).execute()
  const bookIds = rows.map(({ bookId }) => bookId)
  await announce(db, 'tags', 'books', ...bookIds.map((bookId) => `book:${bookId}`))
  if (before.name !== after.name) {
    await takeBackStandIns(db, 'tag', [after.name])
    await standInFor(db, 'tag', [before.name], id)
    await renameInSearch(db, before.name, after.name)
    await indexBooks(db, bookIds)
  }
  const videos = await db.selectFrom('videoTag').select('videoId').where('tagId', '=', id).execute()
  await showVideosAnew(
    db,
    videos.map(({ videoId }) => videoId),
  )
  return { id, auditId }
}

/** Takes a tag away that is on nothing. */
export async function removeTag(db: Db, { editorId, undoes }: Editing, id: string) {
  const before = await lockTag(db, id)
  const { rows } = await sql`
    select from book_tag where tag_id = ${id} union all select from video_tag where tag_id = ${id}
    union all select from recommendation where tag_ids @> array[${id}::uuid] and status in ('pending', 'rejected') limit 1`.execute(
    db,
  )
  if (rows.length > 0) fail('conflict', `「${before.name}」还在用，不能移走；可以把它并到另一个标签`)
  await db.deleteFrom('tag').where('id', '=', id).execute()
  await sql`delete from search_name where kind = 'tag' and id = ${id}`.execute(db)
  await standInFor(db, 'tag', [before.name], null)
  const detail = { before, ...(undoes && { undoes }) }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'tag.remove',
    targetType: 'tag',
    targetId: id,
    detail,
  })
  await announce(db, 'tags')
  return { id, auditId }
}

async function lockTag(db: Db, id: string): Promise<TagDraft> {
  const found = await db
    .selectFrom('tag')
    .select(['name', 'kind', 'position'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? fail('missing', '没有这个标签，它可能已被合并或移走')
}

async function onceNamed(name: string, write: () => Promise<unknown>) {
  try {
    await write()
  } catch (error) {
    if (!isViolationOf(error, 'tag_name_key')) throw error
    fail('conflict', `已经有标签「${name}」，可以把这个并过去`, { fields: { name: '已经有了' } })
  }
}
