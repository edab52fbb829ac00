import { fail } from '#shared/api/failure.ts'
import type { FreeBookSort } from '#shared/api/book/library.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countFreeBooks, findFreeBookIds, listFreeBookTags } from '#server/reading/library/free-book-queries.ts'
import { type Facet, type OpdsLink, type OpdsPath, type OpdsList, perPage } from './opds-list.ts'
import { listOpdsBooks, type OpdsBook, surveyTexts } from './opds-queries.ts'
import { scriptName } from './opds-words.ts'
import { shelvesLink } from './shelf-lists.ts'

interface FreeBookPage {
  sort: FreeBookSort
  tag?: string | undefined
  language?: string | undefined
  cursor?: string | undefined
}

const sortNames = { hot: '热门', new: '最新', short: '从短到长', long: '从长到短' } as const
const kindNames: Record<TagKind, string> = { form: '体裁', subject: '主题', era: '时代', region: '地域' }

export function freeBooksPath({ sort, tag, language, cursor }: FreeBookPage): OpdsPath {
  const query = new URLSearchParams({ sort })
  if (tag !== undefined) query.set('tag', tag)
  if (language !== undefined) query.set('language', language)
  if (cursor !== undefined) query.set('cursor', cursor)
  return `/books?${query}`
}

const sortRels = { new: 'http://opds-spec.org/sort/new', hot: 'http://opds-spec.org/sort/popular' } as const

/** Returns the root list of the OPDS catalogue, where every e-reader begins. */
export async function rootList(db: Db, siteName: string): Promise<OpdsList> {
  const { updated } = await surveyTexts(db)
  const total = await countFreeBooks(db, { tags: [] })
  const lists: OpdsLink[] = (['new', 'hot'] as const).map((sort) => ({
    path: freeBooksPath({ sort }),
    title: sort === 'new' ? '最新的书' : '热门的书',
    remark: sort === 'new' ? '新来的全文排在前面。' : '读的人多的排在前面。',
    count: total,
    rel: sortRels[sort],
    kind: 'acquisition',
  }))
  const groups = await Promise.all(lists.map(async (link) => ({ link, books: await firstBooks(db, link.rel) })))
  return {
    path: '',
    firstPath: '',
    title: `${siteName} · 免费书`,
    subtitle: '已进入公有领域的好书，全文在这里。',
    updated,
    navigation: [
      ...lists,
      { path: '/tags', title: '按标签', remark: '体裁、主题、时代和地域。', kind: 'navigation' },
      {
        path: freeBooksPath({ sort: 'short' }),
        title: '全部的书',
        remark: '从短到长，一次能读完的在前。',
        count: total,
        kind: 'acquisition',
      },
      shelvesLink,
    ],
    groups: groups.filter(({ books }) => books.length > 0),
  }
}

async function firstBooks(db: Db, rel: string | undefined): Promise<OpdsBook[]> {
  const sort = rel === sortRels.new ? 'new' : 'hot'
  const { ids } = await findFreeBookIds(db, { tags: [], sort, limit: 6 })
  return listOpdsBooks(db, ids)
}

/**
 * Returns the OPDS list of the kinds of tags (such as genre or era) or, if `kind` is given, of the tags of that kind.
 */
export async function tagsList(db: Db, kind?: TagKind): Promise<OpdsList> {
  const [tags, { updated }] = await Promise.all([listFreeBookTags(db), surveyTexts(db)])
  if (kind === undefined) {
    const kinds = (Object.keys(kindNames) as TagKind[]).map((kind) => ({
      kind,
      names: tags.filter((tag) => tag.kind === kind).map(({ name }) => name),
    }))
    const navigation = kinds
      .filter(({ names }) => names.length > 0)
      .map(({ kind, names }) => ({
        path: `/tags/${kind}` as const,
        title: kindNames[kind],
        remark: `${names.slice(0, 4).join('、')}${names.length > 4 ? '……' : ''}`,
        count: names.length,
        kind: 'navigation' as const,
      }))
    return { path: '/tags', firstPath: '/tags', title: '按标签', updated, up: '', navigation }
  }
  const navigation = tags
    .filter((tag) => tag.kind === kind)
    .map(({ name, count }) => ({
      path: freeBooksPath({ sort: 'hot', tag: name }),
      title: name,
      remark: `${count} 本`,
      count,
      kind: 'acquisition' as const,
    }))
  const path = `/tags/${kind}` as const
  return { path, firstPath: path, title: kindNames[kind], updated, up: '/tags', navigation }
}

/** Returns one page of the OPDS list of free books. */
export async function booksList(db: Db, page: FreeBookPage): Promise<OpdsList> {
  const { cursor, ...first } = page
  const filter = { tags: page.tag === undefined ? [] : [page.tag], language: page.language }
  const [{ ids, nextCursor }, total, survey, up] = await Promise.all([
    findFreeBookIds(db, { ...filter, sort: page.sort, cursor, limit: perPage }),
    countFreeBooks(db, filter),
    surveyTexts(db, filter.tags),
    findUp(db, page.tag),
  ])
  if (page.language !== undefined && !survey.languages.some(({ language }) => language === page.language))
    fail('missing', '这里没有这种文字的书')
  const script = page.language === undefined ? '' : `（${scriptName(page.language)}）`
  return {
    path: freeBooksPath(page),
    firstPath: freeBooksPath(first),
    title: `${page.tag ?? '全部的书'}${script} · ${sortNames[page.sort]}`,
    updated: survey.updated,
    up,
    books: await listOpdsBooks(db, ids),
    total,
    perPage,
    ...(total > 0 && { facets: facetsOf(first, survey.languages) }),
    ...(nextCursor !== null && { nextPath: freeBooksPath({ ...first, cursor: nextCursor }) }),
  }
}

/** Returns the path of the parent of a tag's book list: the list of all tags of the same kind. */
async function findUp(db: Db, tag: string | undefined): Promise<OpdsPath> {
  if (tag === undefined) return ''
  const found = await db.selectFrom('tag').select('kind').where('name', '=', tag).executeTakeFirst()
  return found ? `/tags/${found.kind}` : fail('missing', '没有这个标签，它可能已改了名字')
}

function facetsOf(first: FreeBookPage, languages: { language: string; count: number }[]): Facet[] {
  const sorts = (Object.keys(sortNames) as FreeBookSort[]).map((sort) => ({
    path: freeBooksPath({ ...first, sort }),
    title: sortNames[sort],
    isActive: sort === first.sort,
  }))
  const { language: chosen, ...whole } = first
  const scripts = [
    { path: freeBooksPath(whole), title: '都要', isActive: chosen === undefined },
    ...languages.map(({ language, count }) => ({
      path: freeBooksPath({ ...whole, language }),
      title: scriptName(language),
      isActive: language === chosen,
      count,
    })),
  ]
  const facets = [{ group: '排序', links: sorts }]
  return languages.length > 1 ? [...facets, { group: '文字', links: scripts }] : facets
}
