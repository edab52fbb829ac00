import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { findMissingCovers } from './cover-files.ts'
import { CatalogAliases, CatalogBook, CatalogPlace, CatalogTags, listBookPlaceNames } from './catalog-schema.ts'
import type { CatalogPerson, CatalogRelation } from './person-schema.ts'
import { firstIssue, inChinese, readEntries, readWhole, readYamlFiles } from './read-entries.ts'
import { readPeople, readRelations } from './read-people.ts'
import { type CatalogRedirect, readRedirects } from './read-redirects.ts'
import { type LocatedRoute, readRoutes } from './read-routes.ts'
import { type LocatedTour, readTours } from './read-tours.ts'
import { type CatalogVideo, readVideos } from './read-videos.ts'

export interface Catalog {
  tags: CatalogTags
  places: Map<string, CatalogPlace>
  people: CatalogPerson[]
  books: CatalogBook[]
  relations: CatalogRelation[]
  /** The keys of the featured books, which a new site lists first. */
  window: string[]
  /** Aliases for the search: the other names of an author, book or place, by the name that the catalogue uses. */
  aliases: Record<string, string[]>
  routes: LocatedRoute[]
  tours: LocatedTour[]
  videos: CatalogVideo[]
  redirects: CatalogRedirect[]
}

/**
 * Reads all files of the catalogue. `problems` has one message per mistake that an editor must correct, and is empty
 * for a valid catalogue.
 */
export async function readCatalog(directory: string): Promise<{ catalog: Catalog; problems: string[] }> {
  const problems: string[] = []
  const tags = await readWhole(join(directory, 'tags.yaml'), CatalogTags, {
    form: [],
    subject: [],
    era: [],
    region: [],
  })
  const places = await readPlaces(join(directory, 'places'), problems)
  const books = (await readEntries(join(directory, 'books'), CatalogBook, problems)).map(({ entry }) => entry)
  const people = await readPeople(directory, { places }, problems)
  const relations = await readRelations(directory, { books }, problems)
  const window = await readWhole(join(directory, 'window.yaml'), z.array(z.string()), [])
  const aliases = await readWhole(join(directory, 'aliases.yaml'), CatalogAliases, {})
  const routes = await readRoutes(join(directory, 'routes'), { places, books }, problems)
  const tours = await readTours(join(directory, 'tours'), { places, books }, problems)
  const videos = await readVideos(directory, { tags, places }, problems)
  const redirects = await readRedirects(directory, { tags, places, people, books, tours }, problems)
  const catalog = { tags, places, people, books, relations, window, aliases, routes, tours, videos, redirects }
  problems.push(...findProblems(catalog), ...(await findMissingCovers(directory, coversOf(catalog))))
  return { catalog, problems }
}

/** Returns a hash of all files of the catalogue, without parsing them. */
export async function hashCatalog(directory: string): Promise<string> {
  const hash = createHash('sha256')
  const all = await readdir(directory, { recursive: true }).catch((cause: unknown) => {
    throw new Error(`书目的目录 ${directory} 读不了，请检查 CATALOG；不要书目就设 CATALOG=none。`, { cause })
  })
  const names = all.filter((name) => name.endsWith('.yaml')).sort()
  for (const name of names) hash.update(name).update(await readFile(join(directory, name)))
  return hash.digest('base64url')
}

async function readPlaces(directory: string, problems: string[]) {
  const places = new Map<string, CatalogPlace>()
  for (const [file, content] of await readYamlFiles(directory, problems)) {
    for (const [name, value] of Object.entries(content ?? {})) {
      const place = CatalogPlace.safeParse(value, inChinese)
      if (!place.success) problems.push(`${file}：地点「${name}」${firstIssue(place.error)}`)
      else if (places.has(name)) problems.push(`${file}：地点「${name}」在别处已有`)
      else places.set(name, place.data)
    }
  }
  return places
}

/** Returns the names of all covers of books, editions and videos. */
function coversOf({ books, videos }: Pick<Catalog, 'books' | 'videos'>): string[] {
  const entries = [...books, ...books.flatMap(({ editions }) => editions), ...videos]
  return entries.flatMap(({ cover }) => cover ?? [])
}

/** Finds mistakes in the catalogue that the schema of a single entry cannot find: unknown names and duplicates. */
function findProblems({ tags, places, books, window }: Catalog): string[] {
  const problems: string[] = []
  const kindOf = new Map(Object.entries(tags).flatMap(([kind, names]) => names.map((name) => [name, kind])))
  const keys = new Set<string>()
  const isbns = new Map<string, string>()
  for (const book of books) {
    const say = (problem: string) => problems.push(`${book.key}《${book.title}》：${problem}`)
    if (keys.has(book.key)) say('key 重复')
    keys.add(book.key)
    for (const tag of book.tags) if (!kindOf.has(tag)) say(`标签「${tag}」不在 tags.yaml 里`)
    for (const { isbn13 } of book.editions) {
      if (isbn13 !== undefined && isbns.has(isbn13)) say(`ISBN ${isbn13} 与 ${isbns.get(isbn13)} 重复`)
      if (isbn13 !== undefined) isbns.set(isbn13, book.key)
    }
    for (const name of listBookPlaceNames(book)) if (!places.has(name)) say(`地点「${name}」不在 places 里`)
  }
  for (const key of window) if (!keys.has(key)) problems.push(`window.yaml：没有 ${key} 这本书`)
  return problems
}
