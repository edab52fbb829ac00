import type { Db } from '#server/platform/db/schema.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import { type OpdsList, perPage, searchPath } from './opds-list.ts'
import { filterWithText, listOpdsBooks, surveyTexts } from './opds-queries.ts'

/**
 * Returns one page of search results for e-readers: only books with a readable text, the best match first. If no book
 * matches the query, the page contains books with similar titles.
 */
export async function searchOpds(db: Db, { query, page }: { query: string; page: number }): Promise<OpdsList> {
  const [{ books, stage }, { updated }] = await Promise.all([
    rankBooks(db, query, { tags: [], free: true }),
    surveyTexts(db),
  ])
  const ids = await filterWithText(
    db,
    books.map(({ bookId }) => bookId),
  )
  const pathOf = (page: number) => searchPath(query, page)
  const isNear = stage === 'near' && ids.length > 0
  return {
    path: pathOf(page),
    firstPath: pathOf(1),
    title: `搜索：${query}`,
    ...(isNear && { subtitle: '没有完全相符的，这些有一部分相符。' }),
    ...(ids.length === 0 && { subtitle: '没有找到，换个说法试试：书名、作者、拼音都可以。' }),
    updated,
    up: '',
    books: await listOpdsBooks(db, ids.slice((page - 1) * perPage, page * perPage)),
    total: ids.length,
    perPage,
    ...(ids.length > page * perPage && { nextPath: pathOf(page + 1) }),
  }
}
