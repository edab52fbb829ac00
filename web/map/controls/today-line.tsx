import { placeHref } from '#web/catalogue/place/address/place-href.ts'
import './today-line.css'

interface TodayNames {
  book: { id: string; title: string } | null
  place: { id: string; name: string } | null
}

/** The book and the place of the present day, in one line with links. */
export function TodayLine({ today: { book, place } }: { today: TodayNames }) {
  if (book === null || place === null) return null
  return (
    <p className="today-line">
      <a href="/today">今天</a>：<a href={`/book/${book.id}`}>{`《${book.title}》`}</a>，
      <a href={placeHref(place.id)}>{place.name}</a>
    </p>
  )
}
