import type { Found, FoundRecommendation } from '#shared/api/search/search.ts'
import { Marked } from '#web/search/highlighted-text.tsx'
import { groupsOf } from '#web/search/option-groups.ts'
import { hrefOf } from '#web/search/search-option.ts'

/** People, places and tags whose name matches the search, with links to their pages. */
export function FoundNames({ names }: { names: Found }) {
  const groups = groupsOf({ ...names, books: [], videos: [] })
  if (groups.length === 0) return null
  return (
    <dl className="found-names">
      {groups.map(({ label, options }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="chips">
            {options.map(({ key, label: name, note, picked }) => (
              <a key={key} className="chip" href={hrefOf(picked)}>
                <span>
                  <Marked of={name} />
                </span>
                <span className="count">{note}</span>
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** List of passages in recommendations and descriptions of books that contain the words of the search. */
export function FoundRecommendations({ list }: { list: FoundRecommendation[] }) {
  if (list.length === 0) return null
  return (
    <section className="found-recommendations">
      <h2>推荐语里提到</h2>
      {list.map(({ id, bookId, title, user, reason }) => (
        <figure key={id}>
          <blockquote>
            <Marked of={reason} />
          </blockquote>
          <figcaption>
            {user}推荐<a href={`/book/${bookId}`}>《{title}》</a>
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
