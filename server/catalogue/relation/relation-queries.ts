import { sql } from 'kysely'
import type { Relation, RelationKind } from '#shared/api/book/relation.ts'
import type { EditedRelation, RelationDraft, RelationKey } from '#shared/api/book/relation-admin.ts'
import { compileOnce } from '#server/platform/db/compile-once.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'

type Row = RelationDraft & {
  id: string
  title: string
  authors: string[]
  authorIds: (string | null)[]
  cover: string | null
}

/** The largest number of relations of one book that are read. No book has nearly as many. */
const maxRelations = 100

/**
 * An SQL expression for the position of a relation in the list of kinds, in which the closest kind of relation comes
 * first.
 */
export const rankOfKind = sql`array_position(
  array['translates', 'retells', 'continues', 'answers', 'inspiredBy', 'quotes', 'mentions', 'aboutAuthor'], kind)`

/** Kinds of relations that two books may have to each other, because their authors lived at the same time. */
export const mutualKinds: readonly RelationKind[] = ['quotes', 'mentions', 'aboutAuthor']

/**
 * Returns the relations of a book, at most 100: those in which the book refers to another one first, then by kind, the
 * most popular books first. The columns from `id` to `cover` belong to the book at the other end.
 */
const listRows = compileOnce(
  (_db, bookId: string) => sql<Row>`
    select from_book_id, to_book_id, kind, sentence, book.id, title, authors, ${authorIds}, cover
    from book_relation
    join book on book.id = case from_book_id when ${bookId} then to_book_id else from_book_id end
    where ${bookId} in (from_book_id, to_book_id) and removed_at is null
    order by (to_book_id = ${bookId}), ${rankOfKind},
      popularity desc, book.id
    limit ${maxRelations}`,
)

/** Returns the relations of a book as its page shows them; none for an unknown book. */
export async function listRelations(db: Db, bookId: string): Promise<Relation[]> {
  const rows = await listRows(db, bookId)
  return rows.map(({ fromBookId, kind, sentence, id, title, authors, authorIds, cover }) => ({
    kind,
    isReverse: fromBookId !== bookId,
    sentence,
    book: { id, title, authors, authorIds, cover },
  }))
}

/** Returns the relations of a book as editors change them. */
export async function listEditedRelations(db: Db, bookId: string): Promise<EditedRelation[]> {
  const rows = await listRows(db, bookId)
  return rows.map(({ id, title, authors, fromBookId, toBookId, kind, sentence }) => {
    const relation = { fromBookId, toBookId, kind, sentence }
    return { version: versionOf(relation), relation, other: { id, title, authors } }
  })
}

/** Returns a relation; undefined when it does not exist or was removed. */
export async function findRelation(db: Db, { fromBookId, toBookId, kind }: RelationKey) {
  const row: RelationDraft | undefined = await db
    .selectFrom('bookRelation')
    .select(['fromBookId', 'toBookId', 'kind', 'sentence'])
    .where('fromBookId', '=', fromBookId)
    .where('toBookId', '=', toBookId)
    .where('kind', '=', kind)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row
}
