import { readConfig } from '#server/start/config.ts'
import { exportCatalog } from '#server/catalogue/loading/export/export-catalog.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openSite } from './open-site.ts'

/**
 * `npm run export -- FOLDER` writes the catalogue of the site as open data into a new folder. It works whether the site
 * is running or not.
 */
const [directory, ...others] = process.argv.slice(2)
if (directory === undefined || others.length > 0) {
  console.error('用法：npm run export -- 文件夹')
  process.exit(1)
}
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const config = readConfig()
const { db, close } = await openSite(config)
try {
  const counts = await exportCatalog({ db, storage: openStorage(db, config) }, directory, stopping.signal)
  const { books, people, places, relations, tours, routes, videos, covers, redirects, missingCovers } = counts
  console.log(
    `${directory}：${books} 本书，${people} 个人物，${places} 处地方，${relations} 条书与书的关系，${tours} 条漫游，` +
      `${routes} 条路线，${videos} 个视频，${covers} 张封面，${redirects} 个旧网址。`,
  )
  if (missingCovers > 0) console.error(`${missingCovers} 张封面在存储里没有找到，没有导出。`)
} catch (error) {
  console.error(error instanceof Error && /[\u4e00-\u9fff]/.test(error.message) ? error.message : error)
  process.exitCode = 1
} finally {
  await close()
}
