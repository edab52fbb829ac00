import type { Place } from '#shared/api/place/place.ts'
import { placeHref } from '#web/place/address/place-href.ts'
import { placeKindNames } from './book-words.ts'
import './item-places.css'

interface ItemPlacesProps {
  title: string
  places: Place[]
  /** URL of the picture of a small globe, which the server draws. */
  globe: string
  heading: string
}

/** A small globe turned towards the places of a book or video, with the places listed by their relation to it. */
export function ItemPlaces({ title, places, globe, heading }: ItemPlacesProps) {
  if (places.length === 0) return null
  const kinds = [...Map.groupBy(places, ({ kind }) => kind)]
  return (
    <section className="book-places" aria-labelledby="places-title">
      <h2 id="places-title">{heading}</h2>
      <div className="book-places-body">
        <img src={globe} width="280" height="280" alt={`${title}所在的半球`} loading="lazy" />
        <dl className="touch-links">
          {kinds.map(([kind, some]) => (
            <div key={kind}>
              <dt>{placeKindNames[kind]}</dt>
              {some.map(({ id, name, region }) => (
                <dd key={id}>
                  <a href={placeHref(id)}>{name}</a>
                  {region !== name && <span className="book-place-region">{region}</span>}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
