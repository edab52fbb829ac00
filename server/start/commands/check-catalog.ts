import { join } from 'node:path'
import { listBookPlaceNames } from '#server/catalogue/loading/catalog-schema.ts'
import { findStyleProblems } from '#server/catalogue/loading/house-style.ts'
import { readCatalog } from '#server/catalogue/loading/read-catalog.ts'

const directory = process.argv[2] ?? join(import.meta.dirname, '../../../catalog')
const { catalog, problems: mistakes } = await readCatalog(directory)
const problems = [...mistakes, ...findStyleProblems(catalog)]
const names = catalog.books.flatMap(listBookPlaceNames)
const placed = names.map((name) => catalog.places.get(name)).filter((place) => place !== undefined)
console.log(
  `${catalog.books.length} 本书，${catalog.people.length} 个人物，${names.length} 处书与地点的联系，${new Set(placed.flatMap((p) => p.country ?? [])).size} 个国家和地区，` +
    `${new Set(placed.flatMap((p) => p.province ?? [])).size} 个省级行政区；` +
    `${catalog.routes.length} 条路线，${catalog.tours.length} 条漫游。`,
)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
