import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { pullSheet } from '#web/ui/pull-sheet.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { ContentsPanel } from './contents-panel.tsx'
import { NotesPanel } from '#web/reading/reader/notes/notes-panel.tsx'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { type Panel, useReader } from '#web/reading/reader/state/reader-store.ts'
import { SearchPanel } from './search-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { keyList } from './reader-keys.ts'
import '#web/ui/sheet-head.css'
import './reader-panel.css'

const DictionaryPanel = lazyComponent(
  () => import('#web/reading/reader/dictionary/dictionary-panel.tsx').then((module) => module.DictionaryPanel),
  () => <p className="reader-note">查读音的部分没有载入，请检查网络后刷新。</p>,
)

const titles: Record<Panel, string> = {
  contents: '目录',
  search: '在书里搜索',
  notes: '书签和批注',
  settings: '设置',
  keys: '按键',
  dictionary: '读音和字形',
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
    dictionary: <DictionaryPanel />,
  }
  return (
    <PanelFrame key={panel} panel={panel}>
      <Suspense>{content[panel]}</Suspense>
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
      else useReader.getState().view?.focus()
    }
  }, [panel])
  const close = () => useReader.setState({ panel: null })
  return (
    <section className="reader-panel panel" aria-label={titles[panel]}>
      <header
        className="reader-panel-head"
        onPointerDown={(event) => pullSheet(event, event.currentTarget.parentElement, close)}
      >
        <h2 tabIndex={-1} ref={heading}>
          {titles[panel]}
        </h2>
        <button type="button" className="icon-button" aria-label="关闭" title="关闭" onClick={close}>
          <Icon of={X} size={20} />
        </button>
      </header>
      <div className="reader-panel-body">{children}</div>
    </section>
  )
}

function KeysPanel() {
  return (
    <dl className="key-list">
      {keyList.map(([keys, meaning]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
