import { topic } from '#server/cache/topics.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
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
