import { readUnfinished } from '#server/catalogue/loading/unfinished-load.ts'
import { isBeingRestored } from '#server/http/site/read-only-site.ts'
import { checkMap, checkReactionCounts, checkTagCounts } from './check-counts.ts'
import { checkMissingFiles, checkUnusedFiles, type StoredSite } from './check-files.ts'
import { checkExpiredRows, checkJobs, checkVisitorAddresses } from './check-rows.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { correctIndex, findIndexErrors } from '#server/search/index/find-index-errors.ts'
import { isIndexStale, rebuildIndex } from '#server/search/index/rebuild-index.ts'

/**
 * Checks the rows and files of the site, one subject after another, and yields what each check found. With `subjects`
 * only the checks of these names run, in the usual order. The caller may
 * repair a finding before it asks for the next one: later checks rely on what earlier ones repair. Reads all rows and
 * lists all files, and writes nothing. The database must have all migrations of this program.
 */
export async function* checkData(site: StoredSite, subjects?: string[]): AsyncGenerator<Finding> {
  const { db } = site
  const { advice } = findingsAbout('数据')
  if (await isBeingRestored(db)) return yield advice('备份还没有恢复完，数据没有查', '再运行一次 npm run restore')
  if ((await readUnfinished(db)) !== undefined)
    return yield advice('书目还没有载入完，数据没有查', '等站点载入完，或重新启动它，再来查')
  const checks: [about: string, check: () => Promise<Finding[]>][] = [
    ['计数', () => checkReactionCounts(db)],
    ['标签的书数', () => checkTagCounts(db)],
    ['地图', () => checkMap(db)],
    ['搜索的索引', () => checkIndex(db)],
    ['缺少的文件', () => checkMissingFiles(site)],
    ['多余的文件', () => checkUnusedFiles(site)],
    ['过期的记录', () => checkExpiredRows(db)],
    ['后台任务', () => checkJobs(db)],
    ['读者的 IP', () => checkVisitorAddresses(db)],
  ]
  for (const [about, check] of checks.filter(([about]) => subjects?.includes(about) ?? true))
    try {
      yield* await check()
    } catch (error) {
      yield findingsAbout(about).fault(`没有查成：${(error as Error).message}`, '看数据库的日志，再查一次')
    }
}

/** Checks that the search index has the present format and exactly the books, videos and names that the site has. */
async function checkIndex(db: Db): Promise<Finding[]> {
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
