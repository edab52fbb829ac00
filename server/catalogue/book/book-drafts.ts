import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listDraftEditions } from '#server/catalogue/edition/edition-queries.ts'
import { findDraftLinks } from '#server/catalogue/item/item-drafts.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'

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
