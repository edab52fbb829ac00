import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { TourOutline } from '#shared/api/place/tour.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import './tour-page.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  return (await context.get(apiContext).tour.outlines({}, request.signal)).list
}

/** Page that lists all tours, each with its route, its places and its books. */
export function Component() {
  const tours: TourOutline[] = useLoaderData<typeof loader>()
  const lead = `跟着书走的 ${tours.length} 条路：一站一站读，也可以在地球上看。`
  return (
    <div className="tour-list-page">
      <PageHead
        title="漫游"
        description={lead}
        path="/tour"
        jsonLd={{ '@type': 'CollectionPage', name: '漫游', description: lead }}
      />
      <header className="page-heading">
        <h1>漫游</h1>
        <p>{tours.length > 0 ? lead : '还没有漫游。'}</p>
      </header>
      <ol className="tour-cards">
        {tours.map((tour) => (
          <li key={tour.id}>
            <TourEntry tour={tour} />
          </li>
        ))}
      </ol>
      {tours.length === 0 && (
        <a className="button" href="/map">
          去看地图
        </a>
      )}
    </div>
  )
}

function TourEntry({ tour: { id, title, desc, countStops, stops } }: { tour: TourOutline }) {
  const titles = new Set(stops.flatMap(({ bookTitle }) => bookTitle ?? []))
  return (
    <article className="tour-card">
      <a href={`/tour/${id}`} tabIndex={-1} aria-hidden="true">
        <img src={`/globe/tour/${id}/small.svg`} width="160" height="160" alt="" loading="lazy" />
      </a>
      <div>
        <h2>
          <a href={`/tour/${id}`}>{title}</a> <span className="count">{countStops} 站</span>
        </h2>
        <p>{desc}</p>
        <p className="form-note">经过{stops.map(({ name }) => name).join('、')}</p>
        {titles.size > 0 && <p className="form-note">读{[...titles].map((one) => `《${one}》`)}</p>}
      </div>
    </article>
  )
}
