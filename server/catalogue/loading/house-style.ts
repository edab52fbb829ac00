import { isNobody } from '#server/catalogue/person/find-people.ts'
import { simplifyCharacter } from '#server/engines/text/simplify-character.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { isStoryKind } from '#shared/api/place/story-places.ts'
import { provinces } from '#shared/province.ts'
import { length, listBookPlaceNames, type CatalogBook } from './catalog-schema.ts'
import type { Catalog } from './read-catalog.ts'

/**
 * Finds entries that a site could load but that do not follow the rules of catalog/README.md, which the catalogue that
 * comes with the program must follow. An exported catalogue may break these rules, because the site does not impose
 * them on editors.
 */
export function findStyleProblems(catalog: Catalog): string[] {
  return [
    ...bookProblems(catalog),
    ...sentenceProblems(catalog),
    ...reasonProblems(catalog),
    ...twiceProblems(catalog),
    ...personProblems(catalog),
    ...authorPinProblems(catalog),
    ...tourProblems(catalog),
    ...placeNameProblems(catalog),
  ]
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

/** Turns of phrase by which a sentence about a place would praise the book, or tell how to read it. */
const gestures = /不妨|你会|请你|读者|这本书|全书|值得|经典|动人|名著|故事发生/

/** Finds sentences about places that break the rules. */
function sentenceProblems({ books }: Catalog): string[] {
  const links = books.flatMap(({ key, places }) =>
    Object.entries(places).flatMap(([kind, some = []]) => some.map((place) => ({ key, kind, ...place }))),
  )
  const written = links.flatMap(({ sentence, ...link }) => (sentence === null ? [] : { ...link, sentence }))
  const all = Map.groupBy(written, ({ sentence }) => sentence)
  return written.flatMap(({ key, kind, name, sentence, quotedFrom }) => {
    const isOfStory = isStoryKind(kind as PlaceKind)
    const rules: [isKept: boolean, problem: string][] = [
      [
        isBetween(length(sentence), isOfStory ? 15 : 2, isOfStory ? 60 : 14),
        isOfStory ? '须为 15–60 字' : '须为 2–14 字',
      ],
      [quotedFrom !== null || !gestures.test(sentence), '须说书里的地方，不评说这本书，也不教人怎么读'],
      [!isOfStory || all.get(sentence)?.length === 1, '写了两次'],
    ]
    return rules.flatMap(([isKept, problem]) => (isKept ? [] : `${key} 在${name}：经纬句${problem}`))
  })
}

/** Turns of phrase by which a reason would tell how, when or where to read. */
const advice = /你会|不妨|先读|不必|一口气|雨天|建议|别急|适合|慢慢读|读到这里/g
/** The largest share of the reasons that may have one of these turns, or the same two characters at their beginning. */
const largestShare = 0.08

/** Finds turns of phrase and beginnings that too many of the reasons of the editors share. */
function reasonProblems({ books }: Catalog): string[] {
  const reasons = books.flatMap(({ reason }) => reason ?? [])
  const gestures = reasons.flatMap((reason) => [...new Set(reason.match(advice))])
  const openings = reasons.map((reason) => `${reason.slice(0, 2)}……`)
  // A catalogue of a few books proves nothing.
  if (reasons.length < 100) return []
  return [...Map.groupBy([...gestures, ...openings], (turn) => turn)]
    .filter(([, found]) => found.length > largestShare * reasons.length)
    .map(([turn, found]) => `${found.length} 条推荐语里有「${turn}」`)
}

/** Finds books that stand in the catalogue twice, and pairs of books with two relations in the same direction. */
function twiceProblems({ books, relations }: Catalog): string[] {
  const works = Map.groupBy(books, ({ title, authors }) => `《${title}》（${authors[0]}）`)
  const pairs = Map.groupBy(relations, ({ from, to }) => `${from} ${to}`)
  return [...works, ...pairs].flatMap(([name, found]) => (found.length > 1 ? `${name} 写了两次` : []))
}

/**
 * Finds people whose description or names do not follow the rules, and authors, translators, editors and illustrators
 * of books who have no entry among the people.
 */
function personProblems({ books, people }: Catalog): string[] {
  const wrong = people.flatMap(({ key, name, desc, names, ancestral }) => {
    const traditional = (names?.translated ?? []).filter(
      (form) => form !== Array.from(form, simplifyCharacter).join(''),
    )
    const rules: [isKept: boolean, problem: string][] = [
      [isBetween(length(desc), 4, 200), 'desc 须为 4–200 字'],
      [traditional.length === 0, `译名须用简体字：${traditional.join('、')}`],
      [!provinces.some((province) => ancestral?.startsWith(province)), 'ancestral 不写省份'],
    ]
    return rules.flatMap(([isKept, problem]) => (isKept ? [] : `${key}（${name}）：${problem}`))
  })
  const known = new Set(people.map(({ name }) => name))
  const missing = books.flatMap(({ key, title, authors, editions }) => {
    const credited = editions.flatMap(({ translators, editors, illustrators }) => [translators, editors, illustrators])
    return [...new Set([authors, ...credited].flat())]
      .filter((name) => !isNobody(name) && !known.has(name))
      .map((name) => `${key}《${title}》：people 里没有「${name}」`)
  })
  return [...wrong, ...missing]
}

/**
 * Finds books that are not pinned where their only author was born, if the entry of the author says it, or else to the
 * same places as the author's first book.
 */
function authorPinProblems({ books, people }: Catalog): string[] {
  const birthplaceOf = new Map(people.map(({ name, born }) => [name, born?.place]))
  const booksOf = Map.groupBy(
    books.filter(({ authors: [author = '', ...others] }) => others.length === 0 && !isNobody(author)),
    ({ authors }) => authors[0] ?? '',
  )
  return [...booksOf].flatMap(([author, ofAuthor]) => {
    const pins = ofAuthor.map(({ places }) => places.author?.map(({ name }) => name).join('、') ?? '（无）')
    const expected = birthplaceOf.get(author) ?? pins[0]
    return ofAuthor
      .filter((_, index) => pins[index] !== expected)
      .map(({ key, title }) => `${key}《${title}》：author 须为 ${expected}，与作者的生地和其他书一致`)
  })
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

/** The names that the rules for public maps of China demand in two forms: what must follow each foreign form. */
const secondForms = {
  符拉迪沃斯托克: '（海参崴）',
  乌苏里斯克: '（双城子）',
  哈巴罗夫斯克: '（伯力）',
  布拉戈维申斯克: '（海兰泡）',
  萨哈林: '岛（库页岛）',
  涅尔琴斯克: '（尼布楚）',
  尼古拉耶夫斯克: '（庙街）',
  斯塔诺夫: '山脉（外兴安岭）',
}

/** Finds texts with such a name in one form alone; titles of books are left as they are. */
function placeNameProblems({ books, people, places, relations, routes, tours }: Catalog): string[] {
  const textsOf = new Map<string, unknown>([
    ...books.map(({ key, desc, reason, free, places }) => [key, [desc, reason, free, Object.values(places)]] as const),
    ...people.map(({ key, desc, ancestral }) => [key, [desc, ancestral]] as const),
    ...relations.map(({ from, to, sentence }) => [`${from} → ${to}`, sentence] as const),
    ...routes.map((route) => [route.key, route] as const),
    ...tours.map((tour) => [tour.key, tour] as const),
    ...places.keys().map((name) => [name, name] as const),
  ])
  return [...textsOf].flatMap(([entry, texts]) => {
    const text = JSON.stringify(texts).replaceAll(/《[^》]*》/gu, '')
    return Object.entries(secondForms)
      .filter(([name, rest]) =>
        text
          .split(name)
          .slice(1)
          .some((after) => !after.startsWith(rest)),
      )
      .map(([name, rest]) => `${entry}：须写全「${name}${rest}」`)
  })
}

/**
 * Returns what is wrong with the editions of a catalogue entry, in Chinese: an edition older than the work, translators
 * without a language to translate from, and an intermediate language that is the original one.
 */
function findEditionProblems({ originalLanguage, publishedYear, editions }: CatalogBook): string[] {
  return editions.flatMap(({ year, translators, translatedFrom, language }, at) => {
    const problems: string[] = []
    if (year !== undefined && publishedYear !== undefined && year < publishedYear)
      problems.push(`出版于 ${year} 年，早于首次出版的 ${publishedYear} 年`)
    if (translators.length > 0 && originalLanguage === undefined) problems.push('有译者，而书没有写 originalLanguage')
    if (translators.length > 0 && originalLanguage === language) problems.push(`有译者，语言却和原文一样是 ${language}`)
    if (translatedFrom !== undefined && translatedFrom === originalLanguage)
      problems.push('译自原文，不用写 translatedFrom')
    return problems.map((problem) => `第 ${at + 1} 个版本${problem}`)
  })
}
