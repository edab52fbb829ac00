import { sql } from 'kysely'
import { topic } from '#server/platform/cache/topics.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { hashText } from './hash-text.ts'
import type { CatalogRelation } from './person-schema.ts'

/** The number of relations that one statement writes, which bounds the number of its parameters. */
const relationsPerStatement = 500

/** Inserts new relations between books and updates changed ones, except for those that editors changed or removed. */
export async function writeRelations(db: Db, relations: CatalogRelation[], bookIds: Map<string, string | null>) {
  // After a merge of books, two relations of the catalogue may connect the same two books; the later one is then
  // written.
  const rows = new Map<string, ReturnType<typeof toRow>>()
  for (const relation of relations) {
    const [fromBookId, toBookId] = [bookIds.get(relation.from), bookIds.get(relation.to)]
    // The relation is left out if one of its books was removed, or if editors have merged both into one.
    if (!fromBookId || !toBookId || fromBookId === toBookId) continue
    rows.set(`${fromBookId} ${relation.kind} ${toBookId}`, toRow(relation, fromBookId, toBookId))
  }
  const all = [...rows.values()]
  await removeFormerKinds(db, all)
  for (let start = 0; start < all.length; start += relationsPerStatement) {
    const written = await writeBatch(db, all.slice(start, start + relationsPerStatement))
    if (written.length === 0) continue
    const ids = new Set(written.flatMap(({ fromBookId, toBookId }) => [fromBookId, toBookId]))
    await invalidate(db, topic.relations, ...[...ids].map((id) => topic.book(id)))
  }
}

function toRow(relation: CatalogRelation, fromBookId: string, toBookId: string) {
  const { kind, sentence } = relation
  return { fromBookId, toBookId, kind, sentence, catalogHash: hashText(JSON.stringify(relation)) }
}

/**
 * Deletes relations that the catalogue had loaded with another kind, so that a corrected kind replaces the former one.
 * Relations that editors changed or removed stay.
 */
async function removeFormerKinds(db: Db, rows: ReturnType<typeof toRow>[]) {
  const list = (field: 'fromBookId' | 'toBookId' | 'kind') => rows.map((row) => row[field])
  const { rows: removed } = await sql<{ fromBookId: string; toBookId: string }>`
    with listed as (
      select from_book_id, to_book_id, array_agg(kind) as kinds
      from unnest(${list('fromBookId')}::uuid[], ${list('toBookId')}::uuid[], ${list('kind')}::text[])
        as one(from_book_id, to_book_id, kind)
      group by from_book_id, to_book_id
    )
    delete from book_relation using listed
    where book_relation.from_book_id = listed.from_book_id and book_relation.to_book_id = listed.to_book_id
      and kind <> all(kinds) and catalog_hash is not null and edited_at is null and removed_at is null
    returning book_relation.from_book_id, book_relation.to_book_id`.execute(db)
  const ids = new Set(removed.flatMap(({ fromBookId, toBookId }) => [fromBookId, toBookId]))
  if (ids.size > 0) await invalidate(db, topic.relations, ...[...ids].map((id) => topic.book(id)))
}

/** Writes new and changed relations, and returns the two books of each. */
function writeBatch(db: Db, rows: ReturnType<typeof toRow>[]) {
  return db
    .insertInto('bookRelation')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['fromBookId', 'toBookId', 'kind'])
        .doUpdateSet((eb) => ({ sentence: eb.ref('excluded.sentence'), catalogHash: eb.ref('excluded.catalogHash') }))
        .where('bookRelation.editedAt', 'is', null)
        .where('bookRelation.removedAt', 'is', null)
        .where((eb) => eb('bookRelation.catalogHash', 'is distinct from', eb.ref('excluded.catalogHash'))),
    )
    .returning(['fromBookId', 'toBookId'])
    .execute()
}
