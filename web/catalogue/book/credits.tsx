import type { ReactNode } from 'react'

interface CreditsProps {
  names: ReactNode[]
  /** The ids of the people to whom the names belong, in the same order; null for an unknown author such as 佚名. */
  ids: (string | null)[]
}

/** Names of people as the title page of a book has them, each with a link to the page of the person. */
export function Credits({ names, ids }: CreditsProps) {
  return names.map((name, index) => {
    const id = ids[index]
    return (
      <span key={index}>
        {index > 0 && '、'}
        {id ? (
          <a href={`/person/${id}`} dir="auto">
            {name}
          </a>
        ) : (
          <bdi>{name}</bdi>
        )}
      </span>
    )
  })
}
