import * as z from 'zod/mini'
import type { Db } from '#server/db/schema.ts'
import { defineJob } from '#server/jobs/define-job.ts'
import { enqueue } from '#server/jobs/enqueue-job.ts'
import { booksPerPage, indexBooks } from './index-books.ts'
import { indexNames, type NameKind } from './index-names.ts'
import { lockIndex } from './lock-index.ts'

/** Indexes books with their content at the time of the run, so that the job may run late, twice or beside others. */
export const indexBooksJob = defineJob({
  name: 'index-books',
  payload: z.object({ ids: z.array(z.string()) }),
  timeoutSeconds: 600,
  queue: 'search-index',
})

/**
 * Updates the index after a tag or place of the books was renamed or merged; must be the last write of the transaction.
 * `names` are the old and new names of the tag or place. Up to 500 books are indexed at once. More books are indexed by
 * background jobs of 500 books after the commit, because nobody else can write the index before the transaction ends;
 * until then searches find these books by the old name.
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
