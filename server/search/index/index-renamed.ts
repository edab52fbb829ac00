import * as z from 'zod/mini'
import type { Db } from '#server/db/schema.ts'
import { defineJob } from '#server/jobs/define-job.ts'
import { enqueue } from '#server/jobs/enqueue-job.ts'
import { booksPerPage, indexBooks } from './index-books.ts'
import { indexNames, type NameKind } from './index-names.ts'
import { lockIndex } from './lock-index.ts'

/** Indexes some books as they are when the job runs, so that it may run late, twice, or beside others. */
export const indexBooksJob = defineJob({
  name: 'index-books',
  payload: z.object({ ids: z.array(z.string()) }),
  timeoutSeconds: 600,
  queue: 'search-index',
})

/**
 * Brings the index in step after a tag or place of these books was renamed or merged; last in the transaction. `names`
 * are those it had and has. Up to 500 books are indexed at once. More are indexed by background jobs after the commit,
 * 500 in each, because nobody else can write the index before the transaction ends; until then searches find those
 * books by the name they had.
 */
export async function indexRenamed(db: Db, ids: string[], kind: NameKind, names: string[]) {
  if (ids.length <= booksPerPage) return indexBooks(db, ids)
  await lockIndex(db)
  await indexNames(
    db,
    names.map((name) => ({ kind, name })),
  )
  for (let start = 0; start < ids.length; start += booksPerPage)
    await enqueue(db, indexBooksJob, { ids: ids.slice(start, start + booksPerPage) })
}
