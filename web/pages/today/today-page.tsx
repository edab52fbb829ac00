import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Today } from '#shared/api/today.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { apiContext } from '#web/frame/page/api-context.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { readQuery } from '#web/frame/page/page-query.ts'
import { placeHref } from '#web/catalogue/place/address/place-href.ts'
import { todayHref, todayQuery } from './today-query.ts'
import './today-page.css'

export function loader({ context, request }: LoaderFunctionArgs) {
  const query = readQuery(todayQuery, new URL(request.url).searchParams)
  return context.get(apiContext).today.show(query, request.signal)
}

/** Page that shows one book and one place for a day, the same for all visitors. */
export function Component() {
  const { day, isToday, previous, next, book, place }: Today = useLoaderData<typeof loader>()
  const words = dayWords(day)
  const about = [book && `《${book.title}》`, place?.name].filter(Boolean).join('和')
  return (
    <article className="today-page">
      <PageHead
        title={`${words}：${about || '一书一地'}`}
        description={`${words}的一本书和一处地方：${about}。`}
        path={todayHref({ day })}
        {...(book && { picture: `/share/book/${book.id}.png` })}
      />
      <header>
        <h1>{isToday ? '今天的一书一地' : '一书一地'}</h1>
        <p className="form-note">
          <time dateTime={day}>{words}</time>，人人看到的都一样。
        </p>
      </header>
      {book && <BookOfDay book={book} />}
      {place && <PlaceOfDay place={place} />}
      <nav className="today-days" aria-label="前后的日子">
        {previous && <a href={todayHref({ day: previous })}>前一天</a>}
        {next && <a href={todayHref({ day: next })}>后一天</a>}
        {!isToday && <a href={todayHref()}>今天</a>}
      </nav>
    </article>
  )
}

function BookOfDay({ book: { id, title, authors, authorIds, cover, desc } }: { book: NonNullable<Today['book']> }) {
  return (
    <section className="today-book" aria-labelledby="today-book">
      <a href={`/book/${id}`} tabIndex={-1} aria-hidden="true">
        <BookCover id={id} title={title} cover={cover} />
      </a>
      <div>
        <h2 id="today-book">
          <a href={`/book/${id}`}>《{title}》</a>
        </h2>
        <p className="form-note today-authors">
          <Credits names={authors} ids={authorIds} />
        </p>
        <p>{desc}</p>
      </div>
    </section>
  )
}

function PlaceOfDay({ place: { id, name, region, books } }: { place: NonNullable<Today['place']> }) {
  return (
    <section className="today-book" aria-labelledby="today-place">
      <img src={`/globe/place/${id}.svg`} width="560" height="560" alt={`地球上的${name}`} loading="lazy" />
      <div>
        <h2 id="today-place">
          <a href={placeHref(id)}>{name}</a>
        </h2>
        {region !== name && <p className="form-note">{region}</p>}
        {books.length > 0 && (
          <p>
            {books.map((book) => (
              <a key={book.id} href={`/book/${book.id}`}>
                《{book.title}》
              </a>
            ))}
            写到这里。
          </p>
        )}
        <p>
          <a href={`/map?place=${id}`}>在地球上看{name}</a>
        </p>
      </div>
    </section>
  )
}

/** Returns a day in words, such as 2026 年 3 月 5 日. */
function dayWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}
