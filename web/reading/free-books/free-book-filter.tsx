import type { ReactNode } from 'react'
import type { FreeBookSort, TextLength } from '#shared/api/book/library.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import type { ListedTag } from '#web/catalogue/tag/tag-store.ts'
import { usePendingSearch } from '#web/ui/use-pending-search.ts'
import { readFreeBookQuery, freeBookHref, type FreeBookQuery } from './free-book-query.ts'
import { FilterSheet } from '#web/catalogue/book/filter-sheet.tsx'

const kinds: { kind: TagKind; label: string }[] = [
  { kind: 'form', label: '体裁' },
  { kind: 'era', label: '时代' },
  { kind: 'subject', label: '主题' },
]
const lengths: { length: TextLength; label: string }[] = [
  { length: 'short', label: '短篇幅' },
  { length: 'medium', label: '中等' },
  { length: 'long', label: '大部头' },
]
const sorts: { sort: FreeBookSort; label: string }[] = [
  { sort: 'hot', label: '热门' },
  { sort: 'new', label: '最新' },
  { sort: 'short', label: '从短到长' },
  { sort: 'long', label: '从长到短' },
]

interface FilterProps {
  query: FreeBookQuery
  tags: ListedTag[]
  /** Number of books that match the filter. */
  total: number
}

/**
 * Filter of the list of free books. Every choice is a plain link, so that a filtered list can be shared and works
 * without JavaScript.
 */
export function FreeBookFilter({ query: shown, tags, total }: FilterProps) {
  const pending = usePendingSearch()
  const query = pending === null ? shown : readFreeBookQuery(pending)
  const { cursor: _, ...first } = query
  const { length: __, ...anyLength } = first
  const { format: ___, ...anyFormat } = first
  const chosen = query.tags.length + (query.length ? 1 : 0) + (query.format ? 1 : 0)
  return (
    <FilterSheet
      countChosen={chosen}
      showText={`看 ${total} 本`}
      showHref={freeBookHref(first)}
      clearHref={freeBookHref({ tags: [], sort: query.sort })}
    >
      <Group label="篇幅">
        {lengths.map(({ length, label }) => {
          const isChosen = query.length === length
          return (
            <Chip key={length} isChosen={isChosen} query={isChosen ? anyLength : { ...first, length }} label={label} />
          )
        })}
      </Group>
      <Group label="格式">
        {(['epub', 'txt'] as const).map((format) => {
          const isChosen = query.format === format
          return (
            <Chip
              key={format}
              isChosen={isChosen}
              query={isChosen ? anyFormat : { ...first, format }}
              label={format.toUpperCase()}
            />
          )
        })}
      </Group>
      {kinds.map(({ kind, label }) => (
        <Group key={kind} label={label}>
          {tags
            .filter((tag) => tag.kind === kind)
            .map(({ name }) => {
              const isChosen = query.tags.includes(name)
              const next = isChosen ? query.tags.filter((other) => other !== name) : [...query.tags, name]
              return <Chip key={name} isChosen={isChosen} query={{ ...first, tags: next }} label={name} />
            })}
        </Group>
      ))}
    </FilterSheet>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="tag-group">
      <h2>{label}</h2>
      <div className="chips">{children}</div>
    </section>
  )
}

function Chip({ label, query, isChosen }: { label: string; query: FreeBookQuery; isChosen: boolean }) {
  return (
    <a className="chip" aria-current={isChosen || undefined} href={freeBookHref(query)} rel="nofollow">
      {label}
    </a>
  )
}

export function FreeBookSorts({ query, hasScores }: { query: FreeBookQuery; hasScores: boolean }) {
  const { cursor: _, ...first } = query
  return (
    <nav className="sort-links" aria-label="排序">
      {sorts.map(({ sort, label }) => (
        <a key={sort} href={freeBookHref({ ...first, sort })} aria-current={sort === query.sort ? 'true' : undefined}>
          {/* Without a score it is uncertain that a book is more popular than others. */}
          {sort === 'hot' && !hasScores ? '默认' : label}
        </a>
      ))}
    </nav>
  )
}
