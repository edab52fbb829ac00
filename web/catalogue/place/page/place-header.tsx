import { Map as MapIcon } from 'lucide'
import type { PlacePage } from '#shared/api/place/place-page.ts'
import { continentAnchors } from '#web/catalogue/place/address/continent-anchors.ts'
import { directoryHref } from '#web/catalogue/place/address/directory-href.ts'
import { ShareButton } from '#web/frame/share/share-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { coordinatesText, placeNameKinds } from './place-words.ts'

/** Returns the tour whose text introduces the place at the head of its page; undefined if there is none. */
export function introducingTour({ tours }: PlacePage) {
  return tours.find(({ isIntroduction }) => isIntroduction)
}

/**
 * The head of the page of a place: a small globe, the text of a tour about the place if one can be read without the
 * tour, the names, the region and the coordinates.
 */
export function PlaceHeader({ place }: { place: PlacePage }) {
  const { id, name, names, region, continent } = place
  const tour = introducingTour(place)
  const kinds = [...Map.groupBy(names, ({ kind }) => kind)]
  return (
    <header className="place-head">
      <img src={`/globe/place/${id}.svg`} width="280" height="280" alt={`${name}所在的半球`} fetchPriority="high" />
      <div className="place-head-text">
        <p className="place-region">
          <a href={`${directoryHref()}#${continentAnchors[continent]}`}>{continent}</a>
          {region !== name && region !== continent && <a href={directoryHref({ region })}>{region}</a>}
        </p>
        <h1>{name}</h1>
        {tour && (
          <figure className="place-voice">
            <figcaption className="touch-links">
              漫游<a href={`/map?tour=${tour.id}`}>{tour.title}</a>
            </figcaption>
            <blockquote>{tour.text}</blockquote>
          </figure>
        )}
        <dl className="place-facts">
          {kinds.map(([kind, some]) => (
            <div key={kind}>
              <dt>{placeNameKinds[kind]}</dt>
              {/* The left-to-right mark holds an Arabic and a Hebrew name in their order. */}
              <dd>{some.map((one) => one.name).join('\u200e、')}</dd>
            </div>
          ))}
          <div>
            <dt>位置</dt>
            <dd>{coordinatesText(place)}</dd>
          </div>
          {place.countBooks > 0 && (
            <div>
              <dt>写这里</dt>
              <dd>{place.countBooks} 本书</dd>
            </div>
          )}
        </dl>
        <p className="place-actions">
          <a className="button" href={`/map?place=${id}`} rel="nofollow">
            <Icon of={MapIcon} size={18} />
            在地球上看{name}
          </a>
          <ShareButton title={name} path={`/place/${id}`} poster={`/share/place/${id}/poster.png`} />
        </p>
      </div>
    </header>
  )
}
