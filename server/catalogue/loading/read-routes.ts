import { z } from 'zod'
import { RouteKind } from '#shared/api/place/route.ts'
import { CatalogPoint, locatePoint } from './catalog-point.ts'
import { type CatalogBook, CatalogKey, type CatalogPlace, exported, text } from './catalog-schema.ts'
import { readEntries } from './read-entries.ts'

const CatalogRoute = z.strictObject({
  key: CatalogKey,
  ...exported,
  name: text(2, 30),
  kind: RouteKind,
  period: text(2, 30),
  desc: text(40, 120),
  line: z.array(CatalogPoint).min(8).max(60),
  branches: z.array(z.array(CatalogPoint).min(2).max(60)).default([]),
  books: z.array(z.string()).default([]),
})

/** A historical route (such as the Silk Road) with the positions of its points. */
export interface LocatedRoute extends Omit<z.infer<typeof CatalogRoute>, 'line' | 'branches'> {
  lines: [lng: number, lat: number][][]
}

interface KnownEntries {
  places: Map<string, CatalogPlace>
  books: CatalogBook[]
}

/** Reads the historical routes in the catalogue files. Appends a message to `problems` for each mistake. */
export async function readRoutes(directory: string, known: KnownEntries, problems: string[]): Promise<LocatedRoute[]> {
  const bookKeys = new Set(known.books.map(({ key }) => key))
  const keys = new Set<string>()
  const routes: LocatedRoute[] = []
  for (const { file, entry } of await readEntries(directory, CatalogRoute, problems)) {
    const { line, branches, ...route } = entry
    const say = (problem: string) => problems.push(`${file}：${route.key}「${route.name}」${problem}`)
    if (keys.has(route.key)) say('的 key 重复')
    keys.add(route.key)
    for (const key of route.books) if (!bookKeys.has(key)) say(`写了不在 books 里的书 ${key}`)
    if (new Set(route.books).size < route.books.length) say('把一本书写了两次')
    const lines = [line, ...branches].map((points) => locateLine(points, known.places, say))
    routes.push({ ...route, lines })
  }
  return routes
}

function locateLine(points: CatalogPoint[], places: Map<string, CatalogPlace>, say: (problem: string) => void) {
  return points.flatMap((point) => {
    const located = locatePoint(point, places)
    if (typeof located !== 'string') return [located.position]
    say(`的线上，${located}`)
    return []
  })
}
