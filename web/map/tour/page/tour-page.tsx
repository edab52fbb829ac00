import { Map as MapIcon } from 'lucide'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Tour, TourStop } from '#shared/api/place/tour.ts'
import { isId } from '#shared/id.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { apiContext } from '#web/frame/page/api-context.ts'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { PrintAddress } from '#web/frame/page/print-address.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { placeHref } from '#web/catalogue/place/address/place-href.ts'
import { ShareButton } from '#web/frame/share/share-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import './tour-page.css'

export function loader({ params, context, request }: LoaderFunctionArgs) {
  const id = params['id'] ?? ''
  if (!isId(id)) notFoundLoader()
  return context.get(apiContext).tour.show({ id }, request.signal)
}

/** Page that shows one tour as a text: its route on a globe, and each stop with its text, its place and its book. */
export function Component() {
  const tour: Tour = useLoaderData<typeof loader>()
  const { id, title, desc } = tour
  const stops = tour.playData.features
  return (
    <article className="tour-page">
      <Head tour={tour} />
      <header className="tour-head">
        <img src={`/globe/tour/${id}.svg`} width="560" height="560" alt={`地球上的${title}`} fetchPriority="high" />
        <div>
          <p className="form-note">漫游 · {stops.length} 站</p>
          <h1>{title}</h1>
          <p>{desc}</p>
          <p className="tour-actions">
            <a className="button" href={`/map?tour=${id}`} rel="nofollow">
              <Icon of={MapIcon} size={18} />
              在地球上看
            </a>
            <ShareButton title={title} path={`/tour/${id}`} poster={`/share/tour/${id}/poster.png`} />
          </p>
        </div>
      </header>
      <ol className="itinerary">
        {stops.map((stop, index) => (
          <li key={index}>
            <Stop stop={stop} />
          </li>
        ))}
      </ol>
      <p className="touch-links tour-all">
        <a href="/tour">看全部漫游</a>
      </p>
      <PrintAddress path={`/tour/${id}`} />
    </article>
  )
}

function Head({ tour: { id, title, desc, playData } }: { tour: Tour }) {
  const { publicUrl } = useSite()
  const itinerary = playData.features.map(({ properties: { title: name, place } }) => ({
    '@type': 'Place',
    name: place?.name ?? name,
    ...(place && { url: publicUrl + placeHref(place.id) }),
  }))
  return (
    <PageHead
      title={`漫游：${title}`}
      description={desc}
      path={`/tour/${id}`}
      picture={`/share/tour/${id}.png`}
      jsonLd={{ '@type': 'TouristTrip', name: title, description: desc, itinerary }}
    />
  )
}

function Stop({ stop: { properties } }: { stop: TourStop }) {
  const { title, text, place, book } = properties
  return (
    <section className="itinerary-stop">
      {book && (
        <a href={`/book/${book.id}`} tabIndex={-1} aria-hidden="true">
          <BookCover id={book.id} title={book.title} cover={book.cover} />
        </a>
      )}
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        <p className="touch-links itinerary-links">
          {book && <a href={`/book/${book.id}`}>《{book.title}》</a>}
          {place && <a href={placeHref(place.id)}>{place.name}</a>}
        </p>
      </div>
    </section>
  )
}
