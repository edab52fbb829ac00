import { topic } from '#server/cache/topics.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { hashText } from './hash-text.ts'
import type { CatalogRelation } from './person-schema.ts'

/** Inserts new relations between books and updates changed ones, except for those that editors changed or removed. */
export async function writeRelations(db: Db, relations: CatalogRelation[], bookIds: Map<string, string | null>) {
  for (const relation of relations) {
    const [fromBookId, toBookId] = [bookIds.get(relation.from), bookIds.get(relation.to)]
    // The two books may have been removed, or merged into one.
    if (!fromBookId || !toBookId || fromBookId === toBookId) continue
    const { kind, sentence } = relation
    const catalogHash = hashText(JSON.stringify(relation))
    const written = await db
      .insertInto('bookRelation')
      .values({ fromBookId, toBookId, kind, sentence, catalogHash })
      .onConflict((conflict) =>
        conflict
          .columns(['fromBookId', 'toBookId', 'kind'])
          .doUpdateSet({ sentence, catalogHash })
          .where('bookRelation.editedAt', 'is', null)
          .where('bookRelation.removedAt', 'is', null)
          .where('bookRelation.catalogHash', 'is distinct from', catalogHash),
      )
      .executeTakeFirst()
    if (written.numInsertedOrUpdatedRows)
      await invalidate(db, topic.relations, topic.book(fromBookId), topic.book(toBookId))
  }
}
