import { placeHref } from './place-href.ts'

interface PlaceLinksProps {
  names: string[]
  /** The ids of the places, in the same order as their names. */
  ids: string[]
}

/** Names of places, each with a link to the page of the place. */
export function PlaceLinks({ names, ids }: PlaceLinksProps) {
  return names.map((name, index) => {
    const id = ids[index]
    return (
      <span key={name}>
        {index > 0 && '、'}
        {id === undefined ? name : <a href={placeHref(id)}>{name}</a>}
      </span>
    )
  })
}
