import { placeHref } from './place-href.ts'

interface CountedPlacesProps {
  className: string
  places: { id: string; name: string; countBooks: number }[]
}

/** Links to the places with most books, each with the number of its books. */
export function CountedPlaces({ className, places }: CountedPlacesProps) {
  return (
    <ul className={className} aria-label="书最多的地方">
      {places.map(({ id, name, countBooks }) => (
        <li key={id}>
          <a href={placeHref(id)}>
            {`${name} `}
            <span className="count">{`${countBooks} 本`}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
