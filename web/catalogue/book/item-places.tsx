import { Globe } from 'lucide'
import type { Place } from '#shared/api/place/place.ts'
import { isStoryKind } from '#shared/api/place/story-places.ts'
import { placeHref } from '#web/catalogue/place/address/place-href.ts'
import { PlaceLine } from './place-line.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { placeKindNames } from './book-words.ts'
import { ReliefMapLink } from './relief-map.tsx'
import './item-places.css'

interface ItemPlacesProps {
  item: { itemType: 'book' | 'video'; itemId: string }
  title: string
  places: Place[]
  heading: string
}

/**
 * A wide map of the places of a book or video, and a list of the places, grouped by their relation to the book or
 * video.
 */
export function ItemPlaces({ item: { itemType, itemId }, title, places, heading }: ItemPlacesProps) {
  const [first] = places
  if (first === undefined) return null
  const kinds = [...Map.groupBy(places, ({ kind }) => kind)]
  // Only places that the item writes about have a mark of it on the map.
  const mapHref = ({ id, kind }: Place) => (isStoryKind(kind) ? `/map?mark=${itemId}.${id}` : `/map?place=${id}`)
  return (
    <section className="book-places" aria-labelledby="places-title">
      <h2 id="places-title">{heading}</h2>
      <ReliefMapLink
        picture={`/map/${itemType}/${itemId}`}
        alt={`地图：${title}的地方`}
        href={mapHref(first)}
        place={first.name}
      />
      <dl className="touch-links">
        {kinds.map(([kind, some]) => (
          <div key={kind}>
            <dt>{placeKindNames[kind]}</dt>
            {some.map((place) => (
              <dd key={place.id} className={place.sentence === null ? undefined : 'book-place-told'}>
                <a href={placeHref(place.id)}>{place.name}</a>
                {place.region !== place.name && <span className="book-place-region">{place.region}</span>}
                <a
                  className="book-place-mark"
                  href={mapHref(place)}
                  rel="nofollow"
                  aria-label={`在地球上看${place.name}`}
                >
                  <Icon of={Globe} size={16} />
                </a>
                {place.sentence !== null && <PlaceLine sentence={place.sentence} />}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
