import { v7 as newId } from 'uuid'
import type { TestSite } from './test-site.ts'

/** Ids and names of content of a test site, from which `listAddresses` makes addresses. */
type Known = Awaited<ReturnType<typeof prepare>>

/**
 * Creates the videos and other content on which the test requests pages, and returns their ids. The chosen book is the
 * least popular one with a readable text, so that reactions of users change its rank.
 */
export async function prepare({ db, visitor }: TestSite) {
  const video = newId()
  await db.insertInto('video').values({ id: video, title: '三峡', source: '/films/gorges.webm' }).execute()
  await db.insertInto('video').values({ id: newId(), title: '长江', source: '/films/river.webm' }).execute()
  const { id: coldBook, placeId: place } = await db
    .selectFrom('book')
    .innerJoin('bookPlace', 'bookPlace.bookId', 'book.id')
    .innerJoin('bookTag', 'bookTag.bookId', 'book.id')
    .where('book.id', 'in', (eb) => eb.selectFrom('bookFile').select('bookId'))
    .where('bookPlace.placeId', 'in', (eb) =>
      eb
        .selectFrom('bookPlace')
        .select('placeId')
        .groupBy('placeId')
        .having((eb) => eb.fn.count('bookId').distinct(), '>', 2),
    )
    .select(['book.id', 'bookPlace.placeId'])
    .orderBy('book.popularity')
    .orderBy('book.id')
    .executeTakeFirstOrThrow()
  const book = await visitor.book.show({ id: coldBook })
  const { name: placeName } = await db
    .selectFrom('place')
    .select('name')
    .where('id', '=', place)
    .executeTakeFirstOrThrow()
  const { list } = await visitor.tour.list()
  const { region } = await visitor.place.show({ id: place })
  const { id: anybody } = await db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow()
  const person = book.authorIds[0] ?? anybody
  return { coldBook, person, place, region, placeName, tag: book.tags[0]?.name ?? '', video, tourId: list[0]?.id ?? '' }
}

/** Returns an address of every kind of answer that a node caches. */
export function listAddresses(
  { coldBook, person, place, region, tag, video, tourId }: Known,
  readerId: string,
): string[] {
  const byTag = new URLSearchParams({ tag })
  const opds = ['/opds', '/opds/v2'].flatMap((root) => [
    root,
    `${root}/tags`,
    `${root}/tags/form`,
    ...['hot', 'new', 'short', 'long'].map((sort) => `${root}/books?sort=${sort}`),
    `${root}/book/${coldBook}`,
  ])
  return [
    '/',
    `/?${byTag}`,
    `/?mark=${coldBook}.${place}`,
    `/?place=${place}`,
    `/?tour=${tourId}`,
    '/map',
    '/book',
    '/book?sort=new',
    '/book?sort=score',
    '/book?free=1',
    `/book?${byTag}`,
    ...['', '?sort=new', '?sort=short', '?sort=long', `?${byTag}`].map((query) => `/book/freeBook${query}`),
    `/book/${coldBook}`,
    `/book/${coldBook}/read`,
    `/user/${readerId}`,
    '/place',
    `/place?${new URLSearchParams({ region })}`,
    `/place/${place}`,
    `/person/${person}`,
    `/globe/person/${person}.svg`,
    `/place/${place}?kind=setting`,
    `/globe/place/${place}.svg`,
    `/map/place/${place}/wide.svg`,
    '/tour',
    `/tour/${tourId}`,
    `/globe/tour/${tourId}.svg`,
    `/globe/tour/${tourId}/small.svg`,
    '/video',
    '/video?sort=new',
    `/video/${video}`,
    '/feed.xml',
    '/sitemap.xml',
    '/sitemap-lists.xml',
    '/sitemap-1.xml',
    '/globe.svg',
    '/flat-map.svg',
    '/robots.txt',
    `/map/book/${coldBook}/wide.svg`,
    `/cover/${coldBook}.svg`,
    `/cover/video/${video}.svg`,
    `/map/video/${video}/narrow.svg`,
    '/tiles/mark/0/0/0',
    '/tiles/mark/4/12/6',
    `/tiles/mark/0/0/0?${byTag}`,
    ...opds,
  ]
}
