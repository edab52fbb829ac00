import { readConfig } from '#server/config.ts'
import { exportCatalog } from '#server/catalog/export/export-catalog.ts'
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
const { db, close } = await openSite(readConfig())
try {
  const { books = 0, people = 0, places = 0, relations = 0, tours = 0, routes = 0 } = await exportCatalog(db, directory)
  console.log(
    `${directory}：${books} 本书，${people} 个人物，${places} 处地方，${relations} 条书与书的关系，${tours} 条漫游，${routes} 条路线。`,
  )
} catch (error) {
  console.error(error instanceof Error && /[\u4e00-\u9fff]/.test(error.message) ? error.message : error)
  process.exitCode = 1
} finally {
  await close()
}
