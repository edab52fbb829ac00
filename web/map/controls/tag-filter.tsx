import { Tags, X } from 'lucide'
import { Suspense, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { LateSheetHead } from '#web/frame/page/late-sheet-head.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import type { ListedTag } from '#web/catalogue/tag/tag-store.ts'
import { usePendingSearch } from '#web/ui/use-pending-search.ts'
import { type MapAddress, readMapAddress } from '#web/frame/globe/state/map-address.ts'
import './tag-filter.css'

interface TagFilterProps {
  tags: ListedTag[]
  address: MapAddress
  hrefWith(change: Partial<MapAddress>): string
}

const kinds: { kind: TagKind; label: string }[] = [
  { kind: 'region', label: '地域' },
  { kind: 'subject', label: '主题' },
  { kind: 'era', label: '时代' },
  { kind: 'form', label: '体裁' },
]
/** Number of tags in the row of the map's tag filter: the selected tags, filled up with suggested ones. */
const chipCount = 6
/** Number of tags of each kind that the panel has in the server's HTML, whose size is bounded. */
const tagsBeforeHydration = 2

/**
 * Tag filter of the map: selected tags, popular tags and a panel with all tags. The tags are plain links, because the
 * URL holds the selection.
 */
export function TagFilter({ tags, address, hrefWith }: TagFilterProps) {
  const pending = usePendingSearch()
  const isHydrated = useIsHydrated()
  const [part, setPart] = useState('')
  const { selectedTags } = pending === null ? address : readMapAddress(pending)
  const withToggled = (name: string) =>
    selectedTags.includes(name) ? selectedTags.filter((other) => other !== name) : [...selectedTags, name]
  const link = ({ name, count }: Pick<ListedTag, 'name' | 'count'>) => (
    <a
      key={name}
      className="chip"
      href={hrefWith({ selectedTags: withToggled(name), mark: null, placeId: null })}
      aria-current={selectedTags.includes(name) || undefined}
      aria-label={selectedTags.includes(name) ? `去掉标签${name}` : undefined}
      rel="nofollow"
    >
      {name}
      {selectedTags.includes(name) ? <Icon of={X} size={14} strokeWidth={2} /> : <span className="count">{count}</span>}
    </a>
  )
  const offered = tags.filter(({ name, count }) => count > 0 && name.includes(part.trim()))
  const chosen = selectedTags.map((name) => tags.find((tag) => tag.name === name) ?? { name, count: 0 })
  const others = tags
    .filter(({ kind, name }) => kind === 'subject' && !selectedTags.includes(name))
    .sort((a, b) => b.count - a.count)
  return (
    <nav className="tag-filter" aria-label="按标签筛选">
      <button type="button" className="chip tag-all" popoverTarget="tag-panel">
        <Icon of={Tags} size={16} />
        全部标签
      </button>
      {chosen.map(link)}
      {others.slice(0, Math.max(0, chipCount - chosen.length)).map(link)}
      <div id="tag-panel" className="panel tag-panel" popover="auto" role="group" aria-label="全部标签">
        <Suspense>{isHydrated && <LateSheetHead heading="全部标签" panelId="tag-panel" />}</Suspense>
        {isHydrated && (
          <input
            type="search"
            aria-label="查找标签"
            placeholder="查找标签"
            value={part}
            onChange={({ target }) => setPart(target.value)}
          />
        )}
        {kinds
          .map(({ kind, label }) => ({ label, list: offered.filter((tag) => tag.kind === kind) }))
          .filter(({ list }) => list.length > 0)
          .map(({ label, list }) => (
            <section key={label}>
              <h2>{label}</h2>
              <div className="chips">{list.slice(0, isHydrated ? undefined : tagsBeforeHydration).map(link)}</div>
            </section>
          ))}
        <p role="status">{offered.length === 0 ? '没有这样的标签。' : ''}</p>
      </div>
    </nav>
  )
}
