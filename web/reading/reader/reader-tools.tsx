import { ALargeSmall, Bookmark, BookmarkCheck, Highlighter, List, type IconNode, Search, ZoomIn, ZoomOut } from 'lucide'
import { useMemo } from 'react'
import { Icon } from '#web/ui/icon.tsx'

import { findBookmark, toggleBookmark } from '#web/reading/reader/notes/annotate.ts'
import { useIsFixed } from '#web/reading/reader/state/use-is-fixed.ts'
import { changeSettings, useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { type Panel, togglePanel, useReader } from '#web/reading/reader/state/reader-store.ts'

const tools: { panel: Panel; label: string; icon: IconNode }[] = [
  { panel: 'contents', label: '目录', icon: List },
  { panel: 'search', label: '在书里搜索', icon: Search },
  { panel: 'notes', label: '书签和批注', icon: Highlighter },
  { panel: 'settings', label: '设置', icon: ALargeSmall },
]

export function ReaderTools() {
  const open = useReader((state) => state.panel)
  return (
    <>
      <ZoomButton />
      <BookmarkButton />
      {tools.map(({ panel, label, icon }) => (
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
          <Icon of={icon} size={20} />
        </button>
      ))}
    </>
  )
}

/** Button that switches the zoom between the whole page and the page's width; shown only for pages of a fixed size. */
function ZoomButton() {
  const isFixed = useIsFixed()
  const isWide = useReadingSettings(({ zoom }) => zoom === 'width')
  if (!isFixed) return null
  return (
    <button
      type="button"
      className="icon-button"
      data-tool="zoom"
      aria-label="放到页宽"
      title={isWide ? '缩到整页' : '放到页宽'}
      aria-pressed={isWide}
      onClick={() => changeSettings({ zoom: isWide ? 'page' : 'width' })}
    >
      <Icon of={isWide ? ZoomOut : ZoomIn} size={20} />
    </button>
  )
}

function BookmarkButton() {
  const position = useReader((state) => state.position)
  const annotations = useReader((state) => state.annotations)
  const isMarked = useMemo(() => findBookmark(position, annotations) !== undefined, [position, annotations])
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="书签"
      title={isMarked ? '移除书签' : '添加书签'}
      aria-pressed={isMarked}
      onClick={toggleBookmark}
    >
      <Icon of={isMarked ? BookmarkCheck : Bookmark} size={20} />
    </button>
  )
}
