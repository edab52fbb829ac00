import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { ContentsPanel } from './contents-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { NotesPanel } from '#web/reader/notes/notes-panel.tsx'
import type { ReadBook } from '#web/reader/state/read-book.ts'
import { type Panel, useReader } from '#web/reader/state/reader-store.ts'
import { SearchPanel } from './search-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import './reader-panel.css'

const titles: Record<Panel, string> = {
  contents: '目录',
  search: '在书里搜索',
  notes: '书签和批注',
  settings: '设置',
  keys: '按键',
}

/** The open panel of the reader, such as the contents; beside the text or, on a phone, over the text. */
export function ReaderPanel({ book }: { book: ReadBook }) {
  const panel = useReader((state) => state.panel)
  if (panel === null) return null
  const content: Record<Panel, ReactNode> = {
    contents: <ContentsPanel />,
    search: <SearchPanel />,
    notes: <NotesPanel book={book} />,
    settings: <SettingsPanel book={book} />,
    keys: <KeysPanel />,
  }
  return (
    <PanelFrame key={panel} panel={panel}>
      {content[panel]}
    </PanelFrame>
  )
}

function PanelFrame({ panel, children }: { panel: Panel; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (panel !== 'search') heading.current?.focus({ preventScroll: true })
    return () => {
      // If the focus was inside the closed panel of the reader, the button that had opened the panel gets the focus.
      if (document.activeElement !== document.body) return
      const button = document.querySelector<HTMLElement>(`[data-tool='${panel}']`)
      if (button?.offsetParent) button.focus({ preventScroll: true })
    }
  }, [panel])
  const close = () => useReader.setState({ panel: null })
  return (
    <section className="reader-panel panel" aria-label={titles[panel]}>
      <header className="reader-panel-head">
        <h2 tabIndex={-1} ref={heading}>
          {titles[panel]}
        </h2>
        <button type="button" className="icon-button" aria-label="关上" title="关上" onClick={close}>
          <Icon of={X} size={20} />
        </button>
      </header>
      <div className="reader-panel-body">{children}</div>
    </section>
  )
}
