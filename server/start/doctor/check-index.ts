import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { correctIndex, findIndexErrors } from '#server/search/index/find-index-errors.ts'
import { isIndexStale, rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** Checks that the search index has the present format and exactly the books, videos and names that the site has. */
export async function checkIndex(db: Db): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('搜索的索引')
  if (await isIndexStale(db))
    return [
      repairable('advice', '还是旧的格式，站点启动后会在后台重建', async () => `重建了 ${await rebuildIndex(db)} 本书`),
    ]
  const errors = await findIndexErrors(db)
  const { bookIds, videoIds, named } = errors
  const count = bookIds.length + videoIds.length + named.length
  if (count === 0) return [ok('书、视频和名字都在，没有多余的')]
  const seen = `${bookIds.length} 本书、${videoIds.length} 个视频、${named.length} 个名字缺少、过时或多余`
  const repair = async () => {
    await correctIndex(db, errors)
    await inTransaction(db, (db) => invalidate(db, topic.books))
    return `改正了这 ${count} 条`
  }
  return [repairable('fault', seen, repair)]
}
