import type { Book } from '#shared/api/book.ts'
import { placeKindNames } from './book-words.ts'

/** Where the book belongs: a small globe turned towards it, and the places by kind. */
export function BookPlaces({ book: { id, title, places } }: { book: Book }) {
  if (places.length === 0) return null
  const kinds = [...Map.groupBy(places, ({ kind }) => kind)]
  return (
    <section className="book-places" aria-labelledby="places-title">
      <h2 id="places-title">书里书外的地方</h2>
      <div className="book-places-body">
        <img src={`/globe/${id}.svg`} width="280" height="280" alt={`《${title}》所在的半球`} loading="lazy" />
        <dl>
          {kinds.map(([kind, some]) => (
            <div key={kind}>
              <dt>{placeKindNames[kind]}</dt>
              {some.map(({ name, region }) => (
                <dd key={name}>
                  {name}
                  {region !== name && <span className="region">{region}</span>}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
