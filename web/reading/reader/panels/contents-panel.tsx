import { ChevronDown, ChevronRight } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { foldQuery, loadSimplified, type Simplified } from '#web/reading/reader/search/search-document.ts'
import { jump, useReader } from '#web/reading/reader/state/reader-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PlaceList, PlaceListTabs, type PlaceListName, placeLists } from './place-list.tsx'
import { type ContentsRow, contentsRows, isFolding, isOpen, searchLimit, visibleRows } from './contents-tree.ts'
import './contents-panel.css'

const none: ContentsEntry[] = []

/** The table of contents of the book and, if the book has them, the pages of its printed edition and its landmarks. */
export function ContentsPanel() {
  const outline = useReader((state) => state.outline)
  const [chosen, setChosen] = useState<PlaceListName>('contents')
  const placesOf = (name: PlaceListName) => outline?.[name] ?? none
  const names = (Object.keys(placeLists) as PlaceListName[]).filter((name) => placesOf(name).length > 0)
  return (
    <>
      <PlaceListTabs names={names} shown={chosen} onShow={setChosen} />
      {chosen === 'contents' ? <Contents /> : <PlaceList name={chosen} places={placesOf(chosen)} />}
    </>
  )
}

function Contents() {
  const contents = useReader(({ outline }) => outline?.contents ?? none)
  const chapter = useReader(({ position }) => position?.chapter ?? -1)
  const [query, setQuery] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const simplified = useSimplified(query !== '')
  const list = useRef<HTMLOListElement>(null)
  const rows = contentsRows(contents)
  const current = rows[chapter]
  const folded = foldQuery(query, simplified)
  const shown =
    folded === ''
      ? visibleRows(rows, current, toggled)
      : rows.filter(({ label }) => foldQuery(label, simplified).includes(folded))
  // If the current chapter is in a closed branch, the branch is marked.
  const marked = shown.findLast(({ at }) => at === chapter || current?.ancestors.includes(at))?.at
  useEffect(() => {
    list.current?.querySelector(`[data-at='${marked}']`)?.scrollIntoView({ block: 'center' })
  }, [marked])
  if (contents.length === 0) return <p className="reader-note">这本书没有目录。</p>
  const fold = (at: number) => setToggled(new Map([...toggled, [at, !isOpen(at, current, toggled)]]))
  return (
    <>
      {contents.length > searchLimit && <ContentsSearch onSearch={setQuery} />}
      <p className="reader-note" role="status">
        {folded !== '' && (shown.length === 0 ? `目录里没有「${query.trim()}」` : `找到 ${shown.length} 条`)}
      </p>
      <ol className="contents-list" ref={list}>
        {shown.map((row) => (
          <ContentsItem
            key={row.at}
            row={row}
            entry={contents[row.at]}
            isCurrent={row.at === marked}
            isOpen={isFolding(rows) && row.hasChildren && folded === '' ? isOpen(row.at, current, toggled) : null}
            onFold={() => fold(row.at)}
          />
        ))}
      </ol>
    </>
  )
}

interface ItemProps {
  row: ContentsRow
  entry: ContentsEntry | undefined
  isCurrent: boolean
  /** Whether the branch is open; null for an entry that does not fold. */
  isOpen: boolean | null
  onFold(): void
}

function ContentsItem({ row: { at, label, depth }, entry, isCurrent, isOpen, onFold }: ItemProps) {
  const go = () => {
    if (entry !== undefined) void jump((view) => view.goToSection(entry.section, entry.fragment))
  }
  return (
    <li>
      <button
        type="button"
        data-at={at}
        data-depth={depth}
        aria-current={isCurrent ? 'location' : undefined}
        onClick={go}
      >
        {label}
      </button>
      {isOpen !== null && (
        <button
          type="button"
          className="contents-fold"
          aria-expanded={isOpen}
          aria-label={`${label}的下级目录`}
          title={isOpen ? '收起' : '展开'}
          onClick={onFold}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={18} />
        </button>
      )}
    </li>
  )
}

function ContentsSearch({ onSearch }: { onSearch(text: string): void }) {
  return (
    <search className="reader-search">
      <input
        type="search"
        aria-label="在目录里找"
        placeholder="在目录里找"
        maxLength={50}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && useReader.setState({ panel: null })}
      />
    </search>
  )
}

const emptyMap: Simplified = new Map()

/**
 * React hook that loads the map from Traditional to Simplified Chinese characters, with which a query in one script
 * finds entries in the other. The map is empty until it is loaded.
 */
function useSimplified(isNeeded: boolean): Simplified {
  const [simplified, setSimplified] = useState(emptyMap)
  useEffect(() => {
    if (!isNeeded) return
    let isCancelled = false
    loadSimplified().then(
      (loaded) => isCancelled || setSimplified(loaded),
      // Without a network the map may be missing; a query then finds only entries in its own script.
      () => undefined,
    )
    return () => void (isCancelled = true)
  }, [isNeeded])
  return simplified
}
