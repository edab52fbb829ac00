import type { BookSort } from '#shared/api/book/book.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import type { ListedTag } from '#web/catalogue/tag/tag-store.ts'
import { usePendingSearch } from '#web/ui/use-pending-search.ts'
import { bookListHref, type BookListQuery, readBookQuery } from './book-href.ts'
import { FilterSheet } from './filter-sheet.tsx'

const kinds: { kind: TagKind; label: string }[] = [
  { kind: 'form', label: '体裁' },
  { kind: 'subject', label: '主题' },
  { kind: 'era', label: '时代' },
  { kind: 'region', label: '地域' },
]
const shownAtOnce = 6

interface BookFilterProps {
  query: BookListQuery
  tags: ListedTag[]
  path: string
  /** Whether the book filter contains the switch for free books; the filter on the page of free books does not. */
  hasFreeSwitch: boolean
  /** Words of the button that shows the filtered list, such as “看 12 本”. */
  showText: string
  /** Number of books that match the filter and can be read here; undefined while it is unknown. */
  countFree?: number
}

/**
 * Filter of a book list. Every choice is a plain link, so that a filtered list can be shared and works without
 * JavaScript.
 */
export function BookFilter({ query: shown, tags, path, hasFreeSwitch, showText, countFree }: BookFilterProps) {
  const pending = usePendingSearch()
  const query = pending === null ? shown : { ...readBookQuery(pending), ...(!hasFreeSwitch && { free: false }) }
  const { cursor: _, ...first } = query
  const offersFree = hasFreeSwitch && (query.free || countFree !== 0)
  if (!offersFree && tags.length === 0) return null
  return (
    <FilterSheet
      countChosen={query.tags.length + (offersFree && query.free ? 1 : 0)}
      showText={showText}
      showHref={bookListHref(first, path)}
      clearHref={bookListHref({ ...first, tags: [], free: false }, path)}
    >
      {offersFree && (
        <a
          className="chip"
          aria-current={query.free || undefined}
          href={bookListHref({ ...first, free: !query.free }, path)}
        >
          只看能读全文的 {countFree !== undefined && <span className="count">{countFree}</span>}
        </a>
      )}
      {kinds.map(({ kind, label }) => (
        <TagGroup key={kind} label={label} tags={tags.filter((tag) => tag.kind === kind)} query={first} path={path} />
      ))}
    </FilterSheet>
  )
}

function TagGroup({
  label,
  tags,
  query,
  path,
}: {
  label: string
  tags: ListedTag[]
  query: BookListQuery
  path: string
}) {
  if (tags.length === 0) return null
  const rest = tags.slice(shownAtOnce)
  const links = (list: ListedTag[]) => list.map((tag) => <TagLink key={tag.name} tag={tag} query={query} path={path} />)
  return (
    <section className="tag-group">
      <h2>{label}</h2>
      <div className="chips">{links(tags.slice(0, shownAtOnce))}</div>
      {rest.length > 0 && (
        <details open={rest.some(({ name }) => query.tags.includes(name))}>
          <summary className="summary-chevron">更多{label}</summary>
          <div className="chips">{links(rest)}</div>
        </details>
      )}
    </section>
  )
}

function TagLink({ tag: { name, count }, query, path }: { tag: ListedTag; query: BookListQuery; path: string }) {
  const isChosen = query.tags.includes(name)
  const tags = isChosen ? query.tags.filter((other) => other !== name) : [...query.tags, name]
  return (
    <a
      className="chip"
      aria-current={isChosen || undefined}
      href={bookListHref({ ...query, tags }, path)}
      rel="nofollow"
    >
      {name} <span className="count">{count}</span>
    </a>
  )
}

const sorts: { sort: BookSort; label: string }[] = [
  { sort: 'hot', label: '热门' },
  { sort: 'new', label: '最新' },
  { sort: 'score', label: '评分' },
]

interface SortLinksProps {
  query: BookListQuery
  path: string
  /** Whether an entry of the list has a score. Without one, the links do not offer to sort by score. */
  hasScores: boolean
}

export function SortLinks({ query, path, hasScores }: SortLinksProps) {
  const { cursor: _, ...first } = query
  const offered = sorts.filter(({ sort }) => sort !== 'score' || hasScores || query.sort === 'score')
  return (
    <nav className="sort-links" aria-label="排序">
      {offered.map(({ sort, label }) => (
        <a
          key={sort}
          href={bookListHref({ ...first, sort }, path)}
          aria-current={sort === query.sort ? 'true' : undefined}
        >
          {/* Only where a book has a score is it certain that some are more popular than others. */}
          {sort === 'hot' && !hasScores ? '默认' : label}
        </a>
      ))}
    </nav>
  )
}
