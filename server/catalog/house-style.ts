import { isNobody } from '#server/person/find-people.ts'
import { length, listBookPlaceNames } from './catalog-schema.ts'
import { findEditionProblems } from './check-editions.ts'
import type { Catalog } from './read-catalog.ts'

/**
 * Finds entries that a site could load but that do not follow the rules of catalog/README.md, which the catalogue that
 * comes with the program must follow. An exported catalogue may break these rules, because the site does not impose
 * them on editors.
 */
export function findStyleProblems(catalog: Catalog): string[] {
  return [...bookProblems(catalog), ...twiceProblems(catalog), ...personProblems(catalog), ...tourProblems(catalog)]
}

const isBetween = (count: number, min: number, max: number) => count >= min && count <= max

function bookProblems({ tags, books }: Catalog): string[] {
  const kindOf = new Map(Object.entries(tags).flatMap(([kind, names]) => names.map((name) => [name, kind])))
  return books.flatMap((book) => {
    const kinds = book.tags.map((tag) => kindOf.get(tag))
    const rules: [isKept: boolean, problem: string][] = [
      [isBetween(length(book.desc), 80, 200), 'desc 须为 80–200 字'],
      [isBetween(length(book.reason ?? ''), 20, 120), 'reason 须为 20–120 字'],
      [isBetween(book.tags.length, 3, 6), 'tags 须为 3–6 个'],
      [kinds.includes('form'), '须有至少一个体裁标签'],
      [kinds.includes('subject') || kinds.includes('region'), '须有至少一个主题或地域标签'],
      [listBookPlaceNames(book).length > 0, '须有至少一个地点'],
    ]
    const broken = rules.flatMap(([isKept, problem]) => (isKept ? [] : problem))
    return [...broken, ...findEditionProblems(book)].map((problem) => `${book.key}《${book.title}》：${problem}`)
  })
}

/** Finds books that stand in the catalogue twice, and pairs of books with two relations in the same direction. */
function twiceProblems({ books, relations }: Catalog): string[] {
  const works = Map.groupBy(books, ({ title, authors }) => `《${title}》（${authors[0]}）`)
  const pairs = Map.groupBy(relations, ({ from, to }) => `${from} ${to}`)
  return [...works, ...pairs].flatMap(([name, found]) => (found.length > 1 ? `${name} 写了两次` : []))
}

/**
 * Finds people whose description is too short or too long, and authors, translators, editors and illustrators of books
 * who have no entry among the people.
 */
function personProblems({ books, people }: Catalog): string[] {
  const wrong = people
    .filter(({ desc }) => !isBetween(length(desc), 4, 200))
    .map(({ key, name }) => `${key}（${name}）：desc 须为 4–200 字`)
  const known = new Set(people.map(({ name }) => name))
  const missing = books.flatMap(({ key, title, authors, editions }) => {
    const credited = editions.flatMap(({ translators, editors, illustrators }) => [translators, editors, illustrators])
    return [...new Set([authors, ...credited].flat())]
      .filter((name) => !isNobody(name) && !known.has(name))
      .map((name) => `${key}《${title}》：people 里没有「${name}」`)
  })
  return [...wrong, ...missing]
}

function tourProblems({ tours, books }: Catalog): string[] {
  const bookOf = new Map(books.map((book) => [book.key, book]))
  const orders = tours.map(({ order }) => order)
  return tours.flatMap(({ key, title, order, stops }) => {
    const problems = stops.flatMap((stop) => {
      const shown = stop.book === null ? undefined : bookOf.get(stop.book)
      const isPinned = !shown || stop.place === null || listBookPlaceNames(shown).includes(stop.place)
      return [
        ...(isPinned ? [] : [`「${stop.title}」一站，《${shown.title}》没有钉在「${stop.place}」`]),
        ...(isBetween(stop.zoom, 2, 7) ? [] : [`「${stop.title}」一站，zoom 须为 2–7`]),
      ]
    })
    if (!isBetween(stops.length, 6, 12)) problems.push('须有 6–12 站')
    if (orders.indexOf(order) !== orders.lastIndexOf(order)) problems.push(`的次序 ${order} 已有别的漫游`)
    return problems.map((problem) => `${key}「${title}」${problem}`)
  })
}
