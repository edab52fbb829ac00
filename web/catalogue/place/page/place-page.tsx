import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { ListedBook } from '#shared/api/book/book.ts'
import type { PlacePage, PlacePeopleKind } from '#shared/api/place/place-page.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { isStoryKind } from '#shared/api/place/story-places.ts'
import { isId } from '#shared/id.ts'
import { ConnectLink } from '#web/catalogue/book/connect-link.tsx'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { BookGrid } from '#web/catalogue/book/book-grid.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { PlaceLine } from '#web/catalogue/book/place-line.tsx'
import { countText } from '#web/ui/capped-count.ts'
import type { Api } from '#shared/contract/client.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { PrintAddress } from '#web/frame/page/print-address.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { placeHref, placeKinds, readPlaceQuery } from '#web/catalogue/place/address/place-href.ts'
import { Pager } from '#web/ui/list/pager.tsx'
import { PlaceHeader } from './place-header.tsx'
import type { BooksOfKind, PlacePageData } from './place-page-data.ts'
import { AllPeople, NearbyPlaces, PassingWays, PeopleHere } from './place-sections.tsx'
import { bookHeadings, peopleLabels } from './place-words.ts'
import './place-page.css'
import './told-lines.css'

const booksOfKind = 8
const booksAPage = 24
const peopleAPage = 48

export async function loader({ params, context, request }: LoaderFunctionArgs): Promise<PlacePageData> {
  const api = context.get(apiContext)
  const id = params['id'] ?? ''
  if (!isId(id)) notFoundLoader()
  const { kind, people, cursor } = readPlaceQuery(new URL(request.url).searchParams)
  if (people !== undefined) return loadPeople(api, { id, kind: people, cursor, signal: request.signal })
  const limit = kind === undefined ? booksOfKind : booksAPage
  const list = (one: (typeof placeKinds)[number]) =>
    api.book.list(
      { place: { id, kind: one, isClosest: true }, limit, ...(kind && cursor && { cursor }) },
      request.signal,
    )
  const [place, ...lists] = await Promise.all([
    api.place.show({ id }, request.signal),
    ...placeKinds.map(async (one) =>
      kind === undefined || kind === one ? { kind: one, ...(await list(one)) } : { kind: one, ...noBooks },
    ),
  ])
  // The page of a merged place redirects to the place it was merged into.
  if (place.id !== id) throw redirect(placeHref(place.id), 301)
  const books = lists.filter((one) => one.list.length > 0)
  return { place, ...(kind && { kind }), isFirst: kind === undefined || cursor === undefined, books }
}

interface PeopleRequest {
  id: string
  kind: PlacePeopleKind
  cursor: string | undefined
  signal: AbortSignal
}

/** Loads the page that lists all people with one relation to a place. */
async function loadPeople(api: Api, { id, kind, cursor, signal }: PeopleRequest): Promise<PlacePageData> {
  const [place, page] = await Promise.all([
    api.place.show({ id }, signal),
    api.place.people({ id, kind, limit: peopleAPage, ...(cursor && { cursor }) }, signal),
  ])
  if (place.id !== id) throw redirect(placeHref(place.id, { people: kind }), 301)
  const isFirst = cursor === undefined
  return { place, people: { kind, ...page, isFirst }, isFirst, books: [] }
}

const noBooks = { list: [], nextCursor: null, prevCursor: null, page: null, total: 0, isLowerBound: false }

export function Component() {
  const data: PlacePageData = useLoaderData<typeof loader>()
  const { place, kind, people, books, isFirst } = data
  return (
    <article className="place-page">
      <Head {...data} />
      <PlaceHeader place={place} />
      {people && <AllPeople place={place} people={people} />}
      <div className="place-books">
        {books.map((one) => (
          <Books key={one.kind} placeId={place.id} books={one} isOnly={kind !== undefined} />
        ))}
      </div>
      {!people && books.length === 0 && <NoBooks place={place} isPaged={!isFirst || kind !== undefined} />}
      {kind === undefined && !people && (
        <>
          <PeopleHere place={place} />
          <PassingWays place={place} />
          <NearbyPlaces place={place} />
          <section aria-label="相连">
            <ConnectLink kind="place" id={place.id} />
          </section>
        </>
      )}
      {kind !== undefined && <BookPager placeId={place.id} kind={kind} books={books[0]} isFirst={isFirst} />}
      <PrintAddress path={placeHref(place.id)} />
    </article>
  )
}

function Head({ place, kind, people, books }: PlacePageData) {
  const { publicUrl } = useSite()
  const { id, name, region } = place
  const title = region === name ? name : `${name} · ${region}`
  return (
    <PageHead
      title={[kind && bookHeadings[kind], people && peopleLabels[people.kind], title].filter(Boolean).join(' · ')}
      description={describe(place, books)}
      path={kind === undefined && !people ? placeHref(id) : null}
      picture={`/share/place/${id}.png`}
      jsonLd={placeJsonLd(place, publicUrl)}
    />
  )
}

function describe({ name, countBooks, names, people }: PlacePage, books: BooksOfKind[]): string {
  const told = books.filter(({ kind }) => isStoryKind(kind))
  const titles = told.flatMap(({ list }) => list.map(({ title }) => title)).slice(0, 4)
  const old = names
    .slice(0, 3)
    .map((one) => one.name)
    .join('、')
  const sentences = [
    countBooks > 0 && `写到${name}的 ${countBooks} 本书：${titles.map((title) => `《${title}》`).join('')}`,
    old !== '' && `${name}又名${/^\p{Script=Han}/u.test(old) ? '' : ' '}${old}`,
    people.born.length > 0 &&
      `${people.born
        .slice(0, 3)
        .map((person) => person.name)
        .join('、')}出生在这里`,
  ]
  const known = sentences.filter((sentence) => sentence !== false)
  return known.length > 0 ? `${known.join('。')}。` : `${name}在书里的样子。`
}

/** With at most this number of books a section shows them with the sentence about each, instead of a row of covers. */
const fewBooks = 3

function Books({ placeId, books, isOnly }: { placeId: string; books: BooksOfKind; isOnly: boolean }) {
  const { kind, list, nextCursor, total } = books
  const told = list.filter(({ sentence }) => sentence !== null)
  const untold = list.filter(({ sentence }) => sentence === null)
  return (
    <section className={total > fewBooks ? 'place-books-many' : undefined} aria-labelledby={`books-${kind}`}>
      <h2 id={`books-${kind}`}>
        {bookHeadings[kind]} <span className="count">{countText(total)} 本</span>
      </h2>
      {told.length > 0 && <ToldLines books={told} />}
      {untold.length > 0 && <BookGrid books={untold} isRow={!isOnly && total > fewBooks} isWide={total <= fewBooks} />}
      {!isOnly && nextCursor !== null && (
        <p className="place-more">
          <a className="button button-quiet" href={placeHref(placeId, { kind })}>
            看全部 {countText(total)} 本
          </a>
        </p>
      )}
    </section>
  )
}

/** List of books, each with the sentence that it has about the place. */
function ToldLines({ books }: { books: ListedBook[] }) {
  return (
    <ul className="place-told">
      {books.map((book) => (
        <li key={book.id}>
          <BookCover id={book.id} title={book.title} cover={book.cover} />
          <div>
            {book.sentence && <PlaceLine sentence={book.sentence} />}
            <p>
              <a href={`/book/${book.id}`}>《{book.title}》</a>
              <span className="place-told-authors">
                <Credits names={book.authors} ids={book.authorIds} />
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface BookPagerProps {
  placeId: string
  kind: PlaceKind
  /** The shown page of books; undefined if it has none. */
  books: BooksOfKind | undefined
  isFirst: boolean
}

function BookPager({ placeId, kind, books, isFirst }: BookPagerProps) {
  const { page = null, total = 0, isLowerBound = true, prevCursor = null, nextCursor = null } = books ?? {}
  return (
    <Pager
      page={page}
      countPages={isLowerBound ? null : Math.ceil(total / booksAPage)}
      backHref={placeHref(placeId, isFirst ? {} : { kind })}
      backText={isFirst ? '回这处地方' : '回第一页'}
      prevHref={prevCursor && placeHref(placeId, { kind, cursor: prevCursor })}
      nextHref={nextCursor && placeHref(placeId, { kind, cursor: nextCursor })}
    />
  )
}

function NoBooks({ place: { id, name }, isPaged }: { place: PlacePage; isPaged: boolean }) {
  return (
    <div className="empty">
      <p>{isPaged ? '这一页没有书。' : `还没有书写到${name}。`}</p>
      <a className="button button-quiet" href={isPaged ? placeHref(id) : '/user/recommend'}>
        {isPaged ? `回到${name}` : '推荐一本'}
      </a>
    </div>
  )
}

/** Returns the schema.org description of a place as JSON-LD, for search engines. */
function placeJsonLd({ id, name, names, region, lng, lat }: PlacePage, publicUrl: string): object {
  return {
    '@type': 'Place',
    '@id': `${publicUrl}/place/${id}`,
    name,
    alternateName: names.length > 0 ? names.map((one) => one.name) : undefined,
    url: `${publicUrl}/place/${id}`,
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
    containedInPlace: region === name ? undefined : { '@type': 'AdministrativeArea', name: region },
  }
}
