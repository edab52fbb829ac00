import { ALargeSmall, Bookmark, BookmarkCheck, Highlighter, List, type LucideIcon, Search } from 'lucide-react'

import { currentBookmark, toggleBookmark } from '#web/reader/notes/annotate.ts'
import { type Panel, togglePanel, useReader } from '#web/reader/state/reader-store.ts'

const tools: { panel: Panel; label: string; Icon: LucideIcon }[] = [
  { panel: 'contents', label: '目录', Icon: List },
  { panel: 'search', label: '在书里搜索', Icon: Search },
  { panel: 'notes', label: '书签和批注', Icon: Highlighter },
  { panel: 'settings', label: '设置', Icon: ALargeSmall },
]

export function ReaderTools() {
  const open = useReader((state) => state.panel)
  return (
    <>
      <BookmarkButton />
      {tools.map(({ panel, label, Icon }) => (
        <button
          key={panel}
          type="button"
          className="icon-button"
          data-tool={panel}
          aria-label={label}
          title={label}
          aria-expanded={open === panel}
          onClick={() => togglePanel(panel)}
        >
          <Icon size={20} strokeWidth={1.5} aria-hidden />
        </button>
      ))}
    </>
  )
}

function BookmarkButton() {
  const isMarked = useReader(
    (state) => state.position !== null && state.annotations.length > 0 && currentBookmark() !== undefined,
  )
  const Icon = isMarked ? BookmarkCheck : Bookmark
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="书签"
      title={isMarked ? '取下书签' : '加上书签'}
      aria-pressed={isMarked}
      onClick={toggleBookmark}
    >
      <Icon size={20} strokeWidth={1.5} aria-hidden />
    </button>
  )
}
