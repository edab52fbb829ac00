import * as z from 'zod/mini'
import type { Db } from '#server/db/schema.ts'
import { defineJob } from '#server/jobs/define-job.ts'
import { enqueue } from '#server/jobs/enqueue-job.ts'
import { booksPerPage, indexBooks } from './index-books.ts'
import { indexNames, type NameKind } from './index-names.ts'
import { lockIndex } from './lock-index.ts'

/**
 * The background job that updates the search index entries of some books. It reads the books at the time when it runs,
 * so it may run late, twice or at the same time as another such job.
 */
export const indexBooksJob = defineJob({
  name: 'index-books',
  payload: z.object({ ids: z.array(z.string()) }),
  timeoutSeconds: 600,
  queue: 'search-index',
})

/**
 * Updates the search index after a tag or place was renamed or merged; must be the last write of the transaction.
 * `names` are the old and new names of the tag or place. The first 500 books are indexed at once, because all other
 * writers of the index wait until the transaction ends. The remaining books are indexed by background jobs after the
 * commit; until then, searches find them by the old name.
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
