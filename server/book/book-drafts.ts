import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import type { Db } from '#server/db/schema.ts'
import { listDraftEditions } from '#server/edition/edition-queries.ts'
import { findDraftLinks } from '#server/item/item-drafts.ts'
import { missingItem } from '#server/item/item-tables.ts'

/** Returns the data of a book with which an editor's form is filled. Throws `missing` when the book does not exist. */
export async function readBookDraft(db: Db, id: string): Promise<BookDraft> {
  const row = await db
    .selectFrom('book')
    .select(['title', 'subtitle', 'originalTitle', 'originalLanguage', 'authors', 'publishedYear'])
    .select(['cover', 'desc', 'eraFrom', 'eraTo', 'free'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return missingItem('book')
  const { eraFrom, eraTo, ...fields } = row
  const links = await findDraftLinks(db, { itemType: 'book', itemId: id })
  const editions = await listDraftEditions(db, id)
  return {
    ...fields,
    editions,
    ...links,
    era: eraFrom === null || eraTo === null ? null : { from: eraFrom, to: eraTo },
  }
}

/** Returns who last edited a book or another object, and when; null if no editor has edited it. */
export async function findLastEdit(db: Db, targetId: string): Promise<EditedBook['lastEdit']> {
  const row = await db
    .selectFrom('audit')
    .innerJoin('user', 'user.id', 'audit.actorId')
    .select(['user.name', 'audit.createTime'])
    .where('targetId', '=', targetId)
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { name: row.name, time: row.createTime.toISOString() } : null
}
