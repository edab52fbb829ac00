import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { BookCard } from '#shared/api/book.ts'
import type { PlaceEntry } from '#shared/api/place.ts'
import type { Continent } from '#shared/continent.ts'
import { apiContext } from '../api-context.ts'
import { useSite } from '../document.tsx'
import { BookGrid } from '../book/book-grid.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { groupPlaces, type RegionGroup } from './group-places.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  // `tag` may be repeated: a book must carry all of them.
  const selectedTags = new URL(request.url).searchParams.getAll('tag').slice(0, 8)
  const [{ list: places, ...counts }, { list: books }] = await Promise.all([
    api.place.list({ tags: selectedTags }, request.signal),
    api.book.list({ tags: selectedTags, limit: 12 }, request.signal),
  ])
  return { selectedTags, counts, books, continents: groupPlaces(places) }
}

export function Component() {
  const { name, tagline } = useSite()
  const { selectedTags, counts, books, continents } = useLoaderData<typeof loader>()
  const description = `${name}把 ${counts.countBooks} 本书放回它们写到的地方：${counts.countCountries} 个国家和地区，${counts.countPlaces} 处书中的山河与街巷。`
  return (
    <>
      <PageHead description={description} path="/" jsonLd={{ '@type': 'WebSite', name, description: tagline }} />
      <section className="hero">
        <div className="hero-text">
          <h1 className="hero-title">
            每一本书，
            <br />
            都有它的地方
          </h1>
          <p className="hero-lead">
            湘西的渡口、都柏林的街角、马孔多的雨季——{counts.countBooks} 本好书，放回它们写到的 {counts.countPlaces}{' '}
            处山河与街巷。
          </p>
          <p className="hero-links">
            <a className="button" href="/book">
              找一本书
            </a>
            <a className="button button-quiet" href="/book/freeBook">
              免费读
            </a>
          </p>
        </div>
        <img
          className="hero-globe"
          src="/globe.svg"
          width="560"
          height="560"
          alt={`地球上的 ${counts.countPlaces} 处书中之地`}
          fetchPriority="high"
        />
      </section>
      <SelectedTags tags={selectedTags} />
      {continents.length === 0 ? (
        <NothingFound />
      ) : (
        <>
          <Shelf books={books} />
          <Atlas continents={continents} />
        </>
      )}
    </>
  )
}

function SelectedTags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  return (
    <p className="atlas-tags">
      只看标签：
      {tags.map((tag) => (
        <a
          key={tag}
          className="chip"
          aria-current="true"
          href={mapHref(tags.filter((other) => other !== tag))}
          aria-label={`去掉标签${tag}`}
        >
          {tag} ×
        </a>
      ))}
    </p>
  )
}

function mapHref(tags: string[]) {
  const query = new URLSearchParams(tags.map((tag) => ['tag', tag]))
  return query.size > 0 ? `/map?${query}` : '/map'
}

function NothingFound() {
  return (
    <div className="empty">
      <p>没有一本书同时带着这些标签。</p>
      <a className="button" href="/map">
        看全部地方
      </a>
    </div>
  )
}

function Shelf({ books }: { books: BookCard[] }) {
  return (
    <section className="shelf" aria-labelledby="shelf-title">
      <h2 id="shelf-title">随手翻开一本</h2>
      <BookGrid books={books} isRow />
    </section>
  )
}

function Atlas({ continents }: { continents: ReturnType<typeof groupPlaces> }) {
  return (
    <section className="atlas" aria-labelledby="atlas-title">
      <h2 id="atlas-title">从地方走进书</h2>
      <nav className="atlas-nav" aria-label="各大洲">
        {continents.map(({ continent, countPlaces }) => (
          <a key={continent} href={`#${anchors[continent]}`}>
            {continent} <span className="count">{countPlaces}</span>
          </a>
        ))}
      </nav>
      {continents.map(({ continent, regions }) => (
        <section
          key={continent}
          id={anchors[continent]}
          className="atlas-continent"
          tabIndex={-1}
          aria-label={continent}
        >
          <h3>{continent}</h3>
          <div className="atlas-regions">
            {regions.map((group) => (
              <Region key={group.region} {...group} />
            ))}
          </div>
        </section>
      ))}
    </section>
  )
}

/** Closed at first: the whole index is as long as a book's. */
function Region({ region, places }: RegionGroup) {
  const some = places.slice(0, 4).map(({ name }) => name)
  return (
    <details className="atlas-region">
      <summary>
        <h4>{region}</h4>
        <span className="atlas-sample">{some.join('、')}</span>
        <span className="count">{places.length}</span>
      </summary>
      <dl>
        {places.map((place) => (
          <PlaceRow key={place.name} {...place} />
        ))}
      </dl>
    </details>
  )
}

const anchors: Record<Continent, string> = {
  中国: 'china',
  亚洲: 'asia',
  欧洲: 'europe',
  非洲: 'africa',
  北美洲: 'north-america',
  南美洲: 'south-america',
  大洋洲: 'oceania',
  南极洲: 'antarctica',
}

function PlaceRow({ name, books }: PlaceEntry) {
  return (
    <div className="atlas-place">
      <dt>{name}</dt>
      <dd>
        {books.map(({ id, title }) => (
          <a key={id} className="book-title" href={`/book/${id}`}>
            《{title}》
          </a>
        ))}
      </dd>
    </div>
  )
}
